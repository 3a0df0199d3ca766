/** Names of machines in a trace. */
import { REDACTED, withoutSecrets } from './addresses.ts';
import type { TraceMachine } from './trace.ts';

/** Players are numbers of six digits and more. Orders, cards and choices, which are items of lists too, have other ids. */
const PLAYER = /\/\d{6,}(?=[/?]|$)/g;

/**
 * The id of a machine as it is recorded. A submission is named by the place that sends it, with the item of a list and the address that it
 * stands at ("submission.screen/homePage/blocks/0/action?mid=…"): what an address may not tell, a name may not either.
 */
export const plainMachineId = (id: string): string => withoutSecrets(id).replace(PLAYER, `/${REDACTED}`);

/** Ends the id of a machine of a later page. */
export const PAGE_MARK = /@(\d+)$/;

/** The id that the machine had on its page, without what tells pages apart: the first page of a trace may have had others before it. */
export const plainId = ({ id }: Pick<TraceMachine, 'id'>): string => id.replace(PAGE_MARK, '');
