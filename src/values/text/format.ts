/** The language of every text so far, and how its readers write dates. */
const defaultLocale = 'en-GB'

/** Creating an Intl formatter is slow enough to be noticed in a list. */
const formatterOf = <T>(make: (locale: string) => T): ((locale: string) => T) => {
  const made = new Map<string, T>()
  return (locale) => {
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}

const numbers = formatterOf((locale) => new Intl.NumberFormat(locale))
const plurals = formatterOf((locale) => new Intl.PluralRules(locale))

/** `12,345` */
export const numberText = (value: number | bigint, locale = defaultLocale): string =>
  numbers(locale).format(value)

/** `1 token`, `12,345 tokens` */
export const countText = (
  count: number | bigint,
  singular: string,
  many = `${singular}s`,
  locale = defaultLocale,
): string =>
  `${numberText(count, locale)} ${plurals(locale).select(Number(count)) === 'one' ? singular : many}`

/** `2.5`: the form for programs and input fields. Exact for any amount. */
export const plainAda = (lovelace: bigint): string => {
  const size = lovelace < 0n ? -lovelace : lovelace
  return `${lovelace < 0n ? '-' : ''}${size / 1_000_000n}${fractionOf(size)}`
}

/** Six digits without trailing zeros. */
const fractionOf = (size: bigint): string =>
  `.${String(size % 1_000_000n).padStart(6, '0')}`.replace(/\.?0+$/u, '')

/** `2.5 ADA is still missing`: an amount is one thing. */
export const missingAdaText = (lovelace: bigint): string =>
  `${adaText(lovelace, 'ADA')} is still missing`

/**
 * `1,234.5 ₳`, exact. Sentences and terminals, whose fonts may lack the sign, use `ADA`.
 * With a `rounding`, `1,234.50 ₳`, for the eye; see {@link shortSize}.
 */
export const adaText = (
  lovelace: bigint | number | string,
  unit: '₳' | 'ADA' = '₳',
  { locale = defaultLocale, rounding, decimals }: AdaStyle = {},
): string => {
  const amount = BigInt(lovelace)
  const exact = amount < 0n ? -amount : amount
  const size = rounding === undefined ? exact : shortSize(exact, rounding)
  const minus = unit === '₳' ? '−' : '-'
  const isShort = rounding !== undefined && size % cent === 0n
  const fixed = decimals ?? (isShort ? 2 : undefined)
  const places = fixed === undefined ? fractionOf(size) : decimalsOf(size, fixed)
  const fraction = places.replace('.', decimalPoint(locale))
  const sign = unit === '₳' ? `${noBreakSpace}₳` : ' ADA'
  return `${amount < 0n ? minus : ''}${numberText(size / 1_000_000n, locale)}${fraction}${sign}`
}

type AdaStyle = {
  readonly locale?: string
  readonly rounding?: Rounding | undefined
  /** So many of an exact amount, for amounts below each other; see {@link commonDecimals}. */
  readonly decimals?: 2 | 6 | undefined
}

/** `up` for what is to be paid or missing: whoever pays the shown amount has paid enough. */
export type Rounding = 'nearest' | 'up'

/** So that an amount never stands at the end of a line without its unit. */
const noBreakSpace = '\u00A0'

const cent = 10_000n

/** Two decimals of ADA. What is below a cent stays exact: it is not nothing. */
const shortSize = (size: bigint, rounding: Rounding): bigint => {
  if (size < cent) return size
  return ((size + (rounding === 'up' ? cent - 1n : cent / 2n)) / cent) * cent
}

const decimalsOf = (size: bigint, decimals: 2 | 6): string =>
  `.${String(size % 1_000_000n)
    .padStart(6, '0')
    .slice(0, decimals)}`

/** The decimals that show each of these amounts exactly. */
export const commonDecimals = (amounts: readonly bigint[]): 2 | 6 =>
  amounts.every((amount) => amount % cent === 0n) ? 2 : 6

/**
 * Parts and their sum as they are shown together, so that they add up: the sum is rounded, and its
 * cents go to the parts that lose most when all are rounded down. Beside a part below a cent nothing
 * is rounded.
 */
export const roundTogether = (
  parts: readonly bigint[],
  rounding: Rounding = 'nearest',
): { readonly total: bigint; readonly parts: readonly bigint[] } => {
  const total = parts.reduce((sum, part) => sum + part, 0n)
  if (parts.some((part) => part !== 0n && part < cent)) return { total, parts }
  const shown = shortSize(total, rounding)
  const restOf = (part: bigint): bigint => part % cent
  const down = parts.reduce((sum, part) => sum + part - restOf(part), 0n)
  const byRest = [...parts.keys()].toSorted((a, b) =>
    Number(restOf(parts[b] ?? 0n) - restOf(parts[a] ?? 0n)),
  )
  const raised = new Set(byRest.slice(0, Number((shown - down) / cent)))
  return {
    total: shown,
    parts: parts.map((part, index) => part - restOf(part) + (raised.has(index) ? cent : 0n)),
  }
}

/** Whether the short form says less than the exact one. */
export const isAdaRounded = (lovelace: bigint | string): boolean => {
  const amount = BigInt(lovelace)
  const size = amount < 0n ? -amount : amount
  return shortSize(size, 'nearest') !== size
}

const decimalPoint = (locale: string): string =>
  numbers(locale)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

const dateStyles = {
  /** `22 Nov 2026, 14:05` */
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  /** `22 Nov 2026` */
  date: { dateStyle: 'medium' },
  /** `14:05:09` */
  time: { timeStyle: 'medium' },
  /** `Sunday, 22 November 2026 at 14:05:09 CET` */
  exact: { dateStyle: 'full', timeStyle: 'long' },
  /** `Sunday 22 November` */
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  /** `22 November 2026` */
  longDate: { day: 'numeric', month: 'long', year: 'numeric' },
  /** `22 Nov`, of UTC */
  utcDay: { day: 'numeric', month: 'short', timeZone: 'UTC' },
  /** `22 Nov 2026`, of UTC */
  utcDate: { dateStyle: 'medium', timeZone: 'UTC' },
  /** `Nov 2026`, of UTC */
  utcMonth: { month: 'short', year: 'numeric', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const dates = formatterOf(
  (locale) =>
    new Map(
      Object.entries(dateStyles).map(
        ([style, options]) => [style, new Intl.DateTimeFormat(locale, options)] as const,
      ),
    ),
)

/**
 * In the local time zone, unless the style is in UTC. Text that is no date is returned unchanged.
 */
export const dateText = (
  at: string | number | Date,
  style: keyof typeof dateStyles = 'dateTime',
  locale = defaultLocale,
): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : (dates(locale).get(style)?.format(time) ?? '')
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB']

/** `12.4 MB`, in decimal units like disks and browsers. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${byteUnits[power] ?? 'B'}`
}

const secondsOfDay = 86_400
/** The Gregorian year's mean length. */
const secondsOfYear = 365.2425 * secondsOfDay

/** `12 years`, `41 days`, `3 h 12 min`, `18 s`: years and days rounded, else the two largest units. */
export const durationText = (seconds: number, locale = defaultLocale): string => {
  const whole = Math.max(0, Math.round(seconds))
  if (whole >= 2 * secondsOfYear) {
    return `${numberText(Math.round(whole / secondsOfYear), locale)} years`
  }
  if (whole >= 2 * secondsOfDay) {
    return `${numberText(Math.round(whole / secondsOfDay), locale)} days`
  }
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
  if (minutes > 0) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`
  return `${whole} s`
}

const units = [
  ['day', 86_400n],
  ['hour', 3600n],
  ['minute', 60n],
  ['second', 1n],
] as const

/** `2 hours 5 minutes`: the two largest units, for sentences. */
export const durationWords = (seconds: bigint, locale = defaultLocale): string => {
  const first = units.findIndex(([, length]) => seconds >= length)
  if (first === -1) return countText(0, 'second', 'seconds', locale)
  let rest = seconds
  const parts: string[] = []
  for (const [unit, length] of units.slice(first, first + 2)) {
    const count = rest / length
    rest %= length
    if (count > 0n) parts.push(countText(count, unit, `${unit}s`, locale))
  }
  return parts.join(' ')
}

/** `7eae28af…c373`; short text stays whole. */
export const cutMiddle = (value: string, head = 10, tail = 6): string =>
  value.length <= head + tail + 3 ? value : `${value.slice(0, head)}…${value.slice(-tail)}`
