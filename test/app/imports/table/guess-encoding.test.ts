import { describe, expect } from 'vitest'
import type { TableEncoding } from '#values/text/text-encoding.ts'
import { readAnyTable } from '#app/imports/table/read-any-table.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { images, readFiles } from '../formats/fixture.ts'
import { encodeLegacy } from './encode-legacy.ts'

const read = (text: string, encoding: TableEncoding, chosen?: TableEncoding) =>
  readAnyTable(encodeLegacy(text, encoding), { encoding: chosen })

describe('a table that is not UTF-8', () => {
  it.for<[TableEncoding, string, string]>([
    ['windows-1252', 'French', 'titre\nL’été à Paris\nForêt\n'],
    ['macintosh', 'French', 'titre\nL’été à Paris\nForêt\n'],
    ['windows-1252', 'German', 'titel,technik\nGrößere Stille,Öl auf Leinwand\n'],
    ['macintosh', 'German', 'titel,technik\nGrößere Stille,Öl auf Leinwand\n'],
    ['macintosh', 'German', 'titel\nKönig und Dame\n'],
    ['macintosh', 'English', 'title\rKönig\r'],
    ['windows-1252', 'English', 'title\nDon’t look\n'],
    ['windows-1252', 'English', 'title,size\nDusk,120 × 100 cm\n'],
    ['windows-1252', 'Spanish', 'titulo\nNiño en la playa\nOtoño\n'],
    ['windows-1252', 'Portuguese', 'nome\nSão João do coração\n'],
    ['windows-1252', 'Danish or Norwegian', 'navn\nBlåbær og ørn\n'],
    ['windows-1250', 'Polish', 'tytul\nŁódź o świcie\nGdańsk\n'],
    ['windows-1250', 'Czech or Slovak', 'nazev\nŘeka u města\nVečer\n'],
    ['windows-1250', 'Hungarian', 'cim\nHűvös őszi erdő\n'],
    ['windows-1250', 'Romanian', 'titlu\nPăsări şi ţărm\n'],
    ['windows-1251', 'Russian or another Slavic language', 'name\nРека вечером\nДва фонаря\n'],
    ['windows-1253', 'Greek', 'name\nΘάλασσα\nΔύο λάμπες\n'],
    ['windows-1254', 'Turkish', 'name\nIşık ve göl\nKuş\nDağ\n'],
    ['shift_jis', 'Japanese', 'name\n川の夕暮れ\n二つのランプ\n'],
    ['gb18030', 'Chinese', 'name\n黄昏的河\n两盏灯\n'],
    ['big5', 'Chinese', 'name\n黃昏的河流\n兩盞燈\n'],
    ['euc-kr', 'Korean', 'name\n저녁의 강\n두 개의 등불\n한글 그림 제목\n'],
  ])('is read in %s by the letters of %s', async ([encoding, language, text]) => {
    const table = await read(text, encoding)
    const [header = '', ...rows] = text.split(/[\r\n]/u).filter((line) => line !== '')
    expect(table.encoding).toBe(encoding)
    expect(table.columns.map((column) => column.header).join(',')).toBe(header)
    expect(table.rows.map(({ cells }) => cells.join(','))).toEqual(rows)
    expect(table.issues).toContainEqual(
      expect.objectContaining({
        rule: 'guessed_encoding',
        severity: 'warning',
        message: expect.stringContaining(`its letters are those of ${language}, as in "`),
      }),
    )
  })

  it.for<[TableEncoding, string, readonly TableEncoding[], string]>([
    ['macintosh', 'title\nKönig\n', ['macintosh', 'windows-1250'], '("König")'],
    ['windows-1250', 'title\nŘeka\n', ['windows-1252', 'windows-1250'], '("Řeka")'],
    ['windows-1252', 'title\nCafé mère\n', ['windows-1252', 'windows-1250'], '("mčre")'],
    ['gb18030', 'title\n河\n', ['gb18030', 'big5', 'euc-kr'], '("河")'],
  ])('in %s that may be another is a question: %j', async ([encoding, text, encodings, word]) => {
    await expect(read(text, encoding)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(word),
      details: { rule: 'encoding_ambiguous', line: 2, encodings },
    })
    const table = await read(text, encoding, encoding)
    expect(table.rows[0]?.cells.join(',')).toBe(text.split('\n')[1])
    expect(table.issues.map(({ rule }) => rule)).not.toContain('guessed_encoding')
  })

  it('is refused where it is not in the encoding that was chosen', async () => {
    await expect(read('name\nà la\n', 'windows-1252', 'shift_jis')).rejects.toMatchObject({
      message: expect.stringContaining('The table is not Shift JIS (Japanese): line 2'),
      details: { rule: 'encoding_ambiguous' },
    })
  })

  it('is the same table in a process of its own', async () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => `Größe ${at},Öl`)
    const table = await read(`name,art\n${rows.join('\n')}\n`, 'macintosh')
    expect(table).toMatchObject({ encoding: 'macintosh', issues: [{ rule: 'guessed_encoding' }] })
    expect(table.rows.at(-1)?.cells).toEqual(['Größe 39999', 'Öl'])
    const chosen = await read(`name,art\n${rows.join('\n')}\n`, 'macintosh', 'windows-1252')
    expect(chosen.rows[0]?.cells).toEqual(['Grš§e 0', '…l'])
  })

  it('says so in the import of its folder, which takes another encoding', async ({ folder }) => {
    const files = {
      'works.csv': encodeLegacy('asset_name,name,image\nB1,König,1.png\n', 'macintosh'),
      ...images('1.png'),
    }
    await expect(readFiles(folder, files, { format: 'csv' })).rejects.toMatchObject({
      details: { rule: 'encoding_ambiguous' },
    })
    const { rows, encoding } = await readFiles(folder, files, {
      format: 'csv',
      encoding: 'macintosh',
    })
    expect(rows).toMatchObject([{ name: 'König' }])
    expect(encoding).toBe('macintosh')
  })
})
