export type CsvForm = {
  readonly delimiter: ',' | ';' | '\t'
  readonly lineEnd: '\r\n' | '\n' | '\r'
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  readonly mark: boolean
  readonly quoteAll: boolean
}

const plainForm: CsvForm = {
  delimiter: ',',
  lineEnd: '\n',
  encoding: 'utf-8',
  mark: false,
  quoteAll: false,
}

/** RFC 4180, written independently of the reader under test. */
export const writeCsv = (
  records: readonly (readonly string[])[],
  form: Partial<CsvForm> = {},
): Uint8Array => {
  const { delimiter, lineEnd, encoding, mark, quoteAll } = { ...plainForm, ...form }
  const cell = (text: string) =>
    quoteAll || /["\r\n,;\t]/u.test(text) ? `"${text.split('"').join('""')}"` : text
  const text = records.map((cells) => cells.map(cell).join(delimiter) + lineEnd).join('')
  return encode((mark ? '\uFEFF' : '') + text, encoding)
}

export const encode = (text: string, encoding: CsvForm['encoding']): Uint8Array => {
  const bytes = Buffer.from(text, encoding === 'utf-8' ? 'utf-8' : 'utf-16le')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}
