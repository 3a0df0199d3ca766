/** What the app offers by itself (a new version, an icon on the home screen): a strip at the bottom that waits, and never stands over a bet. */
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { matchRoute } from '../../engine/descriptions/routes.ts';
import { Button } from '../../engine/screens/kit/button.tsx';
import { ui } from '../host/ui.ts';
import { useApp } from './context.ts';
import './offer-strip.css';

/** Sections of routes on which nothing is typed, picked or paid. */
const CALM: ReadonlySet<string> = new Set(['home', 'content', 'results', 'other']);

export default function OfferStrip({ address }: { readonly address: string }): ReactNode {
  const { boot } = useApp();
  const { offer } = useSnapshot(ui);
  const section = matchRoute(boot.routes, address)?.route.section;
  if (!offer || section === undefined || !CALM.has(section)) return null;
  const close = (then: () => void): void => {
    ui.offer = null;
    then();
  };
  return (
    <section className="offer" aria-label={offer.text}>
      <p className="offer__text" role="status">
        {offer.text}
      </p>
      <Button variant="quiet" onClick={() => close(offer.later)}>
        以后
      </Button>
      <Button variant="primary" onClick={() => close(offer.take)}>
        {offer.label}
      </Button>
    </section>
  );
}
