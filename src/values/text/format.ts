/** What terminals, files, servers and the pages for buyers write: it is the same on every computer. */
const neutralLocale = 'en-GB'

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

type DateStyle = keyof typeof dateStyles

/** How one place writes numbers and dates. Creating an Intl formatter is slow enough to be noticed. */
type Conventions = {
  readonly locale: string
  readonly number: Intl.NumberFormat
  readonly decimalPoint: string
  readonly date: (style: DateStyle) => Intl.DateTimeFormat
}

/**
 * Words are English, as all texts are. Separators, the order of a date and the clock are the
 * place's; calendar and digits are those of the fields in which dates and amounts are entered.
 */
const conventionsOf = (locale: string): Conventions => {
  const number = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  const english = `en-${new Intl.Locale(locale).maximize().region ?? 'GB'}`
  // English of a place that the runtime does not know would be that of the United States.
  const { locale: known } = new Intl.DateTimeFormat(english).resolvedOptions()
  const dateLocale = known === english ? english : neutralLocale
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  const made = new Map<DateStyle, Intl.DateTimeFormat>()
  const make = (style: DateStyle): Intl.DateTimeFormat => {
    const options: Intl.DateTimeFormatOptions = dateStyles[style]
    const date = new Intl.DateTimeFormat(dateLocale, {
      ...options,
      calendar: 'gregory',
      numberingSystem: 'latn',
      ...(options.timeStyle === undefined ? {} : { hourCycle }),
    })
    made.set(style, date)
    return date
  }
  return {
    locale,
    number,
    decimalPoint: number.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
    date: (style) => made.get(style) ?? make(style),
  }
}

const neutral = conventionsOf(neutralLocale)
let conventions = neutral

/**
 * The locale of the system, for all numbers and dates that this process writes: once, at the start
 * of the window's page and of its main process. No other process writes for one reader alone. What
 * is no locale changes nothing.
 */
export const setLocale = (locale: string): void => {
  // macOS writes `de_DE@calendar=japanese`
  const [tag = ''] = locale.replaceAll('_', '-').split('@')
  try {
    conventions = conventionsOf(tag)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

/** The locale that was set, for fields in which the browser writes a date. */
export const currentLocale = (): string => conventions.locale

const plurals = new Intl.PluralRules('en')

/** `12,345` */
export const numberText = (value: number | bigint): string => conventions.number.format(value)

/** `4.5`: exactly so many decimals, without groups. */
export const roundedText = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace('.', conventions.decimalPoint)

/** `1 token`, `12,345 tokens` */
export const countText = (
  count: number | bigint,
  singular: string,
  many = `${singular}s`,
): string => `${numberText(count)} ${plurals.select(Number(count)) === 'one' ? singular : many}`

/** `2.5`: the form for programs and input fields. Exact for any amount. */
export const plainAda = (lovelace: bigint): string => {
  const size = sizeOf(lovelace)
  return `${lovelace < 0n ? '-' : ''}${size / 1_000_000n}${fractionOf(size)}`
}

/** Six digits without trailing zeros. */
const fractionOf = (size: bigint): string =>
  `.${String(size % 1_000_000n).padStart(6, '0')}`.replace(/\.?0+$/u, '')

/** A sentence that terminals share, whose fonts may lack the sign, as the window shows it. */
export const withAdaSign = (sentence: string): string =>
  sentence.replaceAll(/(?<=\d) ADA\b/gu, `${noBreakSpace}₳`)

/** `2.5 ADA is still missing`: an amount is one thing. */
export const missingAdaText = (lovelace: bigint): string =>
  `${adaText(lovelace, 'ADA')} is still missing`

/**
 * `1,234.50 ₳`, exact: with six decimals where two would not be. Sentences and terminals, whose fonts
 * may lack the sign, use `ADA`, as `1,234.5 ADA`. With a `rounding` it is for the eye, see
 * {@link shortSize}.
 */
export const adaText = (
  lovelace: bigint | number | string,
  unit: '₳' | 'ADA' = '₳',
  { rounding, decimals, isNeutral = false }: AdaStyle = {},
): string => {
  const amount = BigInt(lovelace)
  const exact = sizeOf(amount)
  const size = rounding === undefined ? exact : shortSize(exact, rounding)
  const minus = unit === '₳' ? '−' : '-'
  const places =
    unit === 'ADA' ? fractionOf(size) : decimalsOf(size, decimals ?? commonDecimals([size]))
  const { number, decimalPoint } = isNeutral ? neutral : conventions
  const fraction = places.replace('.', decimalPoint)
  const sign = unit === '₳' ? `${noBreakSpace}₳` : ' ADA'
  return `${amount < 0n ? minus : ''}${number.format(size / 1_000_000n)}${fraction}${sign}`
}

type AdaStyle = {
  readonly rounding?: Rounding | undefined
  /** So many of an exact amount, for amounts below each other; see {@link commonDecimals}. */
  readonly decimals?: 2 | 6 | undefined
  /** For a reader elsewhere, such as a buyer. */
  readonly isNeutral?: boolean
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
 * cents go to the parts that lose most when all are rounded down. Not for {@link isBelowCent} ones.
 */
export const roundTogether = (
  parts: readonly RoundedPart[],
  rounding: Rounding = 'nearest',
): { readonly total: bigint; readonly parts: readonly bigint[] } => {
  const shown = rounded(sumOf(parts.map(({ amount }) => amount)), rounding)
  const alone = parts.map(({ amount, isShared }) =>
    isShared === true ? rounded(amount, rounding) : amount,
  )
  const down = alone.map((amount) => amount - restOf(amount))
  const byRest = [...alone.keys()].toSorted((a, b) =>
    Number(restOf(alone[b] ?? 0n) - restOf(alone[a] ?? 0n)),
  )
  const raised = new Set(byRest.slice(0, Number((shown - sumOf(down)) / cent)))
  return {
    total: shown,
    parts: down.map((amount, index) => amount + (raised.has(index) ? cent : 0n)),
  }
}

/** Beside such an amount nothing is rounded: it is not nothing. */
export const isBelowCent = (amount: bigint): boolean => amount !== 0n && sizeOf(amount) < cent

type RoundedPart = {
  readonly amount: bigint
  /** It also stands elsewhere, rounded by itself: the others give way. */
  readonly isShared?: boolean | undefined
}

const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n)

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** What it is above the cent below it, also of a negative amount. */
const restOf = (amount: bigint): bigint => ((amount % cent) + cent) % cent

const rounded = (amount: bigint, rounding: Rounding): bigint =>
  amount < 0n ? -shortSize(-amount, rounding) : shortSize(amount, rounding)

/** Whether the short form says less than the exact one. */
export const isAdaRounded = (lovelace: bigint | string): boolean => {
  const amount = BigInt(lovelace)
  return rounded(amount, 'nearest') !== amount
}

/**
 * In the local time zone, unless the style is in UTC. Text that is no date is returned unchanged.
 */
export const dateText = (at: string | number | Date, style: DateStyle = 'dateTime'): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : conventions.date(style).format(time)
}

/** `2026-11-24 19:40 UTC`: the form for terminals, files, and sentences that a server makes. */
export const utcText = (time: Date, precision: 'minute' | 'second' = 'minute'): string =>
  `${time
    .toISOString()
    .slice(0, precision === 'minute' ? 16 : 19)
    .replace('T', ' ')} UTC`

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB']

/** `12.4 MB`, in decimal units like disks and browsers. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${roundedText(value, power > 0 && value < 10 ? 1 : 0)} ${byteUnits[power] ?? 'B'}`
}

const secondsOfDay = 86_400
/** The Gregorian year's mean length. */
const secondsOfYear = 365.2425 * secondsOfDay

/** `12 years`, `41 days`, `3 h 12 min`, `18 s`: years and days rounded, else the two largest units. */
export const durationText = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  if (whole >= 2 * secondsOfYear) {
    return `${numberText(Math.round(whole / secondsOfYear))} years`
  }
  if (whole >= 2 * secondsOfDay) {
    return `${numberText(Math.round(whole / secondsOfDay))} days`
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
export const durationWords = (seconds: bigint): string => {
  const first = units.findIndex(([, length]) => seconds >= length)
  if (first === -1) return countText(0, 'second')
  let rest = seconds
  const parts: string[] = []
  for (const [unit, length] of units.slice(first, first + 2)) {
    const count = rest / length
    rest %= length
    if (count > 0n) parts.push(countText(count, unit))
  }
  return parts.join(' ')
}

/** What all addresses of a network begin with. */
const addressPrefix = /^(?:addr|stake)(?:_test)?1/u

/**
 * The one short form of an ID, a hash (`7eae28af41…28af41`) or an address
 * (`addr_test1vz2fxv2umy…pjrlsz`): ten characters of its own, and the last six. Short text stays whole.
 * Where it is shown, the whole one is a hover away and can be copied.
 */
export const cutMiddle = (value: string): string => {
  const head = (addressPrefix.exec(value)?.[0].length ?? 0) + 10
  const tail = 6
  return value.length <= head + tail + 3 ? value : `${value.slice(0, head)}…${value.slice(-tail)}`
}
