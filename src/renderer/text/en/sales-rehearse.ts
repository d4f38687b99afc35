import { countText, numberText } from '#values/text/format.ts'

/** The rehearsal of sales. */
export const rehearseWords = {
  action: 'Rehearse',
  title: 'Rehearse sales on the devnet',
  text: 'Plays every outcome of a sale once with test ADA: paid exactly, too little, too much, too late and twice, and by strangers who pay first, by halves or next to nothing. The rehearsal creates its own collection, so yours stays as it is.',
  start: 'Start the rehearsal',
  again: 'Rehearse again',
  stop: 'Stop',
  stopping: 'Stopping: releasing reservations and refunding payments.',
  leave: 'You can close this. The rehearsal continues.',
  progress: (done: number, all: number) => `${numberText(done)} of ${numberText(all)} played`,
  bar: 'Progress of the rehearsal',
  passed: 'All cases passed.',
  failed: (count: number) => `${countText(count, 'case', 'cases')} failed.`,
  stopped: 'The rehearsal was stopped.',
  ended: {
    done: (all: number, failed: number) =>
      failed === 0
        ? `The rehearsal ended: ${countText(all, 'case')} passed.`
        : `The rehearsal ended: ${numberText(failed)} of ${countText(all, 'case')} failed.`,
    failed: (reason: string) => `The rehearsal stopped: ${reason}`,
  },
  list: 'Cases',
  columns: { what: 'What', state: 'State', events: 'Events', money: 'Money' },
  cases: {
    exact: 'Paid exactly',
    short_then_rest: 'Paid too little, then the rest',
    short_refunded: 'Paid too little, refunded',
    over_accepted: 'Paid too much, accepted',
    over_refunded: 'Paid too much, refunded',
    late: 'Paid too late, refunded',
    twice: 'Paid twice, the second refunded',
    in_two_payments: 'Paid by one payer in two payments',
    stranger_first: 'A stranger pays a part first, the buyer all of it',
    halves: 'Two strangers pay half each, refunded',
    short_ended: 'Paid too little, and its time ends',
    dust: 'A stranger pays too little to be sent back',
  },
  states: {
    waiting: 'Not started',
    running: 'Running',
    passed: 'Passed',
    failed: 'Failed',
    stopped: 'Stopped',
  },
  paid: 'Paid',
  income: 'Income',
  fees: 'Fees',
  withTokens: 'With the tokens',
  returned: 'Refunded',
  left: 'Left',
  openCollection: 'Open its collection',
}
