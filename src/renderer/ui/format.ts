/** `7eae28af…c373`; short texts stay whole. */
export const cutMiddle = (value: string, head = 10, tail = 6): string =>
  value.length <= head + tail + 3 ? value : `${value.slice(0, head)}…${value.slice(-tail)}`

/** Lovelace as ADA with all the digits that count: `1.5 ₳`. Exact for any amount. */
export const adaText = (lovelace: string): string => {
  const amount = BigInt(lovelace)
  const sign = amount < 0n ? '−' : ''
  const size = amount < 0n ? -amount : amount
  const whole = (size / 1_000_000n).toLocaleString('en')
  const rest = String(size % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/u, '')
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`} ₳`
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Local date and time; the text itself where it is no date. */
export const dateText = (at: string): string => {
  const time = Date.parse(at)
  return Number.isNaN(time) ? at : date.format(time)
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** `12.4 MB`, decimal units as disks and browsers have them. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[power] ?? 'B'}`
}

/** `41 days`, `3 h 12 min`, `18 s`: the two largest units that matter. */
export const durationText = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  const days = Math.floor(whole / 86_400)
  if (days >= 2) return `${days.toLocaleString('en')} days`
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
  if (minutes > 0) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`
  return `${whole} s`
}
