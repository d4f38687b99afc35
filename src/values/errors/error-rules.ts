import { z } from 'zod'
import { ColdpressError, type ErrorCode, type ErrorDetails, isColdpressError } from './errors.ts'

/** What an error with a `rule` in its details means, the same where it is thrown and where it is caught. */
type ErrorRule<Details extends z.ZodObject = z.ZodObject> = {
  readonly code: ErrorCode
  /** What programs are told beside the name of the rule. */
  readonly details: Details
  /** The sentence, where it follows from the details. */
  text?(details: z.output<Details>): string
  /** Whether an answer of the HTTP interface has the details too; it always has the rule. */
  readonly crossesHttp?: true
}
export type ErrorRules = Readonly<Record<string, ErrorRule>>

type NameIn<Rules> = keyof Rules & string
type Having<Name extends string> = Readonly<Record<Name, ErrorRule>>
type DetailsBy<Rules extends Having<Name>, Name extends string> = z.output<Rules[Name]['details']>

/** Checks the sentence of a rule against its details. */
export const ruleOf = <Details extends z.ZodObject, const Rule extends ErrorRule<Details>>(
  rule: Rule & { readonly details: Details },
): Rule => rule

/** A rule that says all by its name. */
export const plainRule = (code: ErrorCode) => ruleOf({ code, details: z.object({}) })

/** The details of an error by a rule, for one that has another code. */
export const detailsOf = <Rules extends Having<Name>, Name extends NameIn<Rules>>(
  _: Rules,
  name: Name,
  details: DetailsBy<Rules, Name>,
): ErrorDetails => ({ rule: name, ...details })

/**
 * An error by one of the rules. Its sentence is given where the rule has none, or another is better; then
 * what caused it, if anything did.
 */
export const errorBy = <Rules extends Having<Name>, Name extends NameIn<Rules>>(
  rules: Rules,
  name: Name,
  details: DetailsBy<Rules, Name>,
  ...[sentence, cause]: Rules[Name] extends { readonly text: unknown }
    ? [sentence?: string, cause?: unknown]
    : [sentence: string, cause?: unknown]
): ColdpressError => {
  const rule: ErrorRule = rules[name]
  return new ColdpressError(rule.code, sentence ?? rule.text?.(details) ?? name, {
    details: detailsOf(rules, name, details),
    cause,
  })
}

/** Whether something thrown is an error by one of these rules. */
export const isErrorBy = <Rules extends ErrorRules>(
  error: unknown,
  _: Rules,
  ...names: readonly [NameIn<Rules>, ...NameIn<Rules>[]]
): error is ColdpressError =>
  isColdpressError(error) && names.some((name) => error.details['rule'] === name)

/** The details of an error by that rule; undefined for any other, and for details of another form. */
export const readDetails = <Rules extends Having<Name>, Name extends NameIn<Rules>>(
  rules: Rules,
  name: Name,
  details: ErrorDetails,
): DetailsBy<Rules, Name> | undefined =>
  details['rule'] === name
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      (rules[name].details.safeParse(details).data as DetailsBy<Rules, Name> | undefined)
    : undefined
