/** Digits may stand in groups of three with one of these between: blanks of several widths, ’ and '. */
const neutralGroups = String.raw`[ \u00A0\u2009\u202F'’]`

const formOf = (group: string, point: string): RegExp => {
  const grouped = (between: string) => String.raw`[1-9]\d{0,2}(?:${between}\d{3})+`
  const whole = String.raw`${grouped(neutralGroups)}|${grouped(group)}|\d*`
  return new RegExp(String.raw`^(?<whole>${whole})(?:${point}(?<rest>\d+))?$`, 'u')
}

const forms = [formOf(',', String.raw`\.`), formOf(String.raw`\.`, ',')] as const

/** Longer text is no number that a person writes. */
const maxChars = 40

/**
 * Every number that a text can mean, as `1234.5`, without needless zeros. A comma or a point is the
 * decimal sign; the other of both may group digits by three. `1,5` and `1.234,5` mean one number,
 * `1,234` and `1.234` mean two, and `1.2.3` none.
 */
export const decimalReadings = (text: string): readonly string[] => {
  const trimmed = text.trim()
  if (trimmed.length > maxChars) return []
  const readings = forms.flatMap((form) => {
    const { whole = '', rest = '' } = form.exec(trimmed)?.groups ?? {}
    return whole + rest === '' ? [] : [plainDecimal(whole.replaceAll(/\D/gu, ''), rest)]
  })
  return [...new Set(readings)]
}

const plainDecimal = (whole: string, rest: string): string => {
  const decimals = rest.replace(/0+$/u, '')
  const digits = whole.replace(/^0+(?=\d)/u, '') || '0'
  return decimals === '' ? digits : `${digits}.${decimals}`
}

/**
 * A number in a form that has one meaning: `1.234` as `1.2340`.
 * @param decimal as {@link decimalReadings} returns it
 */
export const unambiguous = (decimal: string): string =>
  decimalReadings(decimal).length > 1 ? `${decimal}0` : decimal
