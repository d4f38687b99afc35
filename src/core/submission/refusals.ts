/** What a ledger's refusal means for the very same bytes, sent again later. */
export type Refusal =
  /** An input is not there: spent by another transaction, by this very one, or not yet made. */
  | 'input_gone'
  /** Too early, or too late. */
  | 'out_of_time'
  /** The bytes are at fault, and stay so. */
  | 'for_good'

/** The words of cardano-node (all eras), Dolos and scalus for an input that is not in the ledger. */
const inputGone =
  /Bad(?:All)?Inputs|already (?:been )?included|inputs? (?:are|is|was|were) (?:already )?spent|(?:unknown|missing|unresolved)[^.]{0,20}inputs?|input[^.]{0,80}not (?:been )?found/iu
const outOfTime = /OutsideOf?Validity|OutsideForecast|validity interval/iu

/** Reads a ledger's reason; what names a missing input is that, whatever else it names. */
export const refusalOf = (reason: string): Refusal => {
  if (inputGone.test(reason)) return 'input_gone'
  return outOfTime.test(reason) ? 'out_of_time' : 'for_good'
}
