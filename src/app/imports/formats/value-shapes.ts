import type { Json } from '#values/bounds/bounded.ts'
import { countText } from '#values/text/format.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import { printable } from '#values/text/printable.ts'
import { type Issue, issueOf, readable } from '../table/issues.ts'

/** A value of a token that no attribute can hold as it is: attributes are text. */
export type ReshapedValue = {
  readonly name: string
  readonly shape: keyof typeof outcomes
  /** What it becomes. */
  readonly example: string
}

type Outcome = {
  readonly rule: IssueRule
  /** The rest of a sentence that starts with the name and how many tokens have it. */
  readonly say: (example: string) => string
}

const outcomes = {
  list: {
    rule: 'value_reshaped',
    say: (example) =>
      `is a list. Attributes are text, so it goes on chain for good as one text, such as "${example}".`,
  },
  number: {
    rule: 'value_reshaped',
    say: (example) =>
      `is a whole number. Attributes are text, so it goes on chain for good as text, such as "${example}".`,
  },
  object: {
    rule: 'value_reshaped',
    say: (example) =>
      `is an object. Attributes are text, so its values go on chain for good as attributes of their own, such as "${example}".`,
  },
  unread: {
    rule: 'value_not_read',
    say: () =>
      'has a form that is not read, and is left out. Correct it in the file, or these tokens lack it on chain for good.',
  },
  oldType: {
    rule: 'format_note',
    say: (example) => `is a media type, such as ${example}, and becomes mediaType.`,
  },
} as const satisfies Readonly<Record<string, Outcome>>

/** Of a collection; files of nothing else would fill the report. */
const mostListed = 50

/** What is said of the values of all tokens: each name and shape once, with its tokens and an example. */
export const reshapedIssues = (all: readonly ReshapedValue[]): readonly Issue[] => {
  const groups = [...Map.groupBy(all, ({ name, shape }) => `${shape} ${name}`).values()]
  const more = groups.length - mostListed
  const listed = groups.slice(0, mostListed).flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { name, shape, example } = first
    const { rule, say }: Outcome = outcomes[shape]
    const tokens = countText(others.length + 1, 'token')
    return issueOf(rule, `"${shownText(name)}" of ${tokens} ${say(shownText(example))}`)
  })
  const rest = `${countText(more, 'more value')} of another form than text.`
  return more > 0 ? [...listed, issueOf('value_reshaped', rest)] : listed
}

const shownText = (text: string): string => readable(printable(text))

/** A list of texts and numbers; undefined for anything else. */
export const textsOf = (value: Json | undefined): readonly string[] | undefined => {
  if (!Array.isArray(value)) return undefined
  const parts: readonly Json[] = value
  const isText = parts.every((part) => typeof part === 'string' || typeof part === 'number')
  return isText ? parts.map(String) : undefined
}
