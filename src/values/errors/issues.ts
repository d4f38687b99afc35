import { z } from 'zod'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'left out',
  never: 'left out',
}

const formatNames: Readonly<Record<string, string>> = {
  url: 'a URL such as https://example.com',
  email: 'an email address',
  datetime: 'an ISO 8601 time such as 2027-02-24T00:00:00Z',
  date: 'a date such as 2027-02-24',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  json_string: 'JSON',
}

/** What is counted in a value that has a length; the limits of numbers have no unit. */
const units: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'names',
  record: 'names',
  object: 'names',
  file: 'bytes',
}

/** The second half of a sentence; the field's path stands before it. It never repeats the value. */
const ruleOf = (issue: RawIssue): string => {
  if (issue.input === undefined && issue.code !== 'custom') return 'required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? 'of another type'}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return formsOf(issue.errors ?? [])
    case 'invalid_format':
      return formatRule(issue)
    case 'too_big':
      return `${issue.exact === true ? 'not exactly' : issue.inclusive === false ? 'not below' : 'above'} ${limitOf(issue.origin, issue.maximum)}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'empty'
      return `${issue.exact === true ? 'not exactly' : issue.inclusive === false ? 'not above' : 'below'} ${limitOf(issue.origin, issue.minimum)}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `unknown: ${issue.keys.join(', ')}`
    case 'invalid_key':
      return 'a name that is not allowed'
    case 'custom':
    case 'invalid_element':
    default:
      return 'not valid'
  }
}

const limitOf = (origin: string, limit: number | bigint): string =>
  [String(limit), units[origin]].filter((word) => word !== undefined).join(' ')

const formatRule = ({
  format,
  ...issue
}: Extract<RawIssue, { code: 'invalid_format' }>): string => {
  if (format === 'starts_with') return `must start with ${String(issue['prefix'])}`
  if (format === 'ends_with') return `must end with ${String(issue['suffix'])}`
  const name = formatNames[format]
  return name === undefined ? 'not in the form that is allowed' : `must be ${name}`
}

/** Of a value that has the type of none of several forms. */
const formsOf = (forms: readonly (readonly Issue[])[]): string => {
  const types = forms.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0
      ? typeNames[first.expected]
      : undefined,
  )
  return types.length > 0 && types.every((type) => type !== undefined)
    ? `must be ${[...new Set(types)].join(' or ')}`
    : 'not in any of the forms that are allowed'
}

// For every schema of the process that does not word an error itself: zod's own sentences are
// written for programmers, and some of them repeat the value.
z.config({ localeError: ruleOf })

/** `data[3].policy.policy_id` */
export const fieldOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`
      return /^[\w -]+$/u.test(String(step))
        ? `.${String(step)}`
        : `[${JSON.stringify(String(step))}]`
    })
    .join('')
    .replace(/^\./u, '')

/** An error of one field. `field` is empty where the whole value is wrong. */
export type FieldIssue = { readonly field: string; readonly message: string }

/** What a schema found wrong, field by field. Of several forms, it is that of the one that is meant. */
export const fieldIssues = (
  issues: readonly Issue[],
  above: readonly PropertyKey[] = [],
): readonly FieldIssue[] =>
  issues.flatMap((issue) => {
    const path = [...above, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        field: fieldOf([...path, key]),
        message: 'no such field; remove it or correct its name',
      }))
    const meant = issue.code === 'invalid_union' ? meantForm(issue.errors) : undefined
    if (meant !== undefined) return fieldIssues(meant, path)
    return [{ field: fieldOf(path), message: issue.message }]
  })

/** The one form of several that the value has the outline of; its errors say more than "none fits". */
const meantForm = (forms: readonly (readonly Issue[])[]): readonly Issue[] | undefined => {
  const outlined = forms.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  )
  return outlined.length === 1 ? outlined[0] : undefined
}

/** `<path>: <rule>`; a clause about the value itself where the whole of it is wrong. */
export const issueText = ({ field, message }: FieldIssue): string => {
  if (field !== '') return `${field}: ${message}`
  return /^(?:must|is|has) /u.test(message) ? `it ${message}` : message
}

/** The first errors that a schema found, and how many more there are. */
export const describeIssues = (error: z.ZodError, most = 5): string =>
  listIssues(fieldIssues(error.issues).map(issueText), most)

/** @param most how many are shown: a terminal is no place for thousands */
export const listIssues = (errors: readonly string[], most: number): string =>
  `${errors.slice(0, most).join('; ')}${errors.length > most ? `; and ${errors.length - most} more` : ''}`
