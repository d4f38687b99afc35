import { type ZipEntry, zipOf } from './zip.ts'

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`

/** The least Excel workbook: sheets by their names, each as the XML of its part. */
export const xlsxOf = (
  sheets: Readonly<Record<string, string>>,
  more: readonly ZipEntry[] = [],
): Buffer => {
  const listed = Object.keys(sheets)
  return zipOf([
    {
      name: '_rels/.rels',
      content: `<Relationships>${relation('a', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<x:workbook><x:sheets>${listed.map((name, at) => `<x:sheet name="${name}" r:id="s${at}"/>`).join('')}</x:sheets></x:workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${listed.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
    },
    ...Object.values(sheets).map((content, at) => ({
      name: `xl/worksheets/sheet${at}.xml`,
      content,
    })),
    ...more,
  ])
}

export const sheetOf = (rows: string): string =>
  `<worksheet><sheetData>${rows}</sheetData></worksheet>`

export const textCells = (...cells: readonly string[]): string =>
  cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')

/** A sheet of texts. */
export const textSheet = (...rows: readonly (readonly string[])[]): string =>
  sheetOf(rows.map((cells) => `<row>${textCells(...cells)}</row>`).join(''))
