/** What the app offers by itself (a new version, an icon on the home screen): a strip at the bottom that waits, and never stands over a bet. */
import type { ReactNode } from 'react';
import { Button } from '../../engine/screens/kit/button.tsx';
import { type AppOffer, ui } from '../host/ui.ts';
import './offer-strip.css';

export default function OfferStrip({ offer }: { readonly offer: AppOffer }): ReactNode {
  const close = (then: () => void): void => {
    ui.offer = null;
    then();
  };
  return (
    <section className="offer" aria-label={offer.text}>
      <p className="offer__text" role="status">
        {offer.text}
      </p>
      {offer.busy ? null : (
        <Button variant="quiet" onClick={() => close(offer.later)}>
          以后
        </Button>
      )}
      <Button variant="primary" busy={offer.busy ?? false} onClick={() => close(offer.take)}>
        {offer.label}
      </Button>
    </section>
  );
}
