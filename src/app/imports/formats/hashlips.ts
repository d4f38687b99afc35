import { z } from 'zod'
import { maxTableBytes } from './limits.ts'
import { namingFolder } from '../plan/collection-name.ts'
import { baseOf, folderOfName, sameName } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import type { Format, FormatSource } from './format.ts'
import { firstJson, readJson, settleJson } from './read-json.ts'
import { tableOfRecords } from './record-table.ts'
import { isMedia, readTokenFiles, tokenFiles } from './token-files.ts'
import { recordsOf, tokenJson, tokenList } from './token-json.ts'

/** HashLips Art Engine: `build/images/1.png`, `build/json/1.json`, `build/json/_metadata.json`. */
export const hashlips: Format = {
  name: 'hashlips',
  recognise: async (source) => {
    const list = listOfAll(source)
    const settled = list && (await settleJson(source, list, listStart, maxTableBytes))
    const why = settled !== undefined && 'why' in settled ? settled.why : undefined
    if (list !== undefined && why === undefined)
      return { strength: 'sure', reason: `${list.name} is the list that HashLips writes` }
    const first = await firstJson(source, partsOf(source).described, tokenJson)
    if (/hashlips/iu.test(first?.json.extras.compiler ?? ''))
      return { strength: 'sure', reason: `${first?.file.name} names HashLips as its compiler` }
    return list && why !== undefined ? { unreadable: [{ name: list.name, why }] } : undefined
  },
  read: async (source) => {
    const { described, works } = partsOf(source)
    const list = listOfAll(source)
    // Each token's own file may have been corrected since the list was written.
    if (described.length > 0 || list === undefined)
      return await readTokenFiles(source, { described, works })
    const tokens = await readJson(source, list, tokenList, maxTableBytes)
    const { records, notes, made } = recordsOf(
      tokens.map((json) => ({ json })),
      works,
      namingFolder(source.folder),
    )
    return { tablePath: source.folder, table: tableOfRecords(records, notes), made }
  },
  describes: (source) => partsOf(source).described,
  works: (source) => partsOf(source).works,
}

/** The first token says what the list is of. */
const listStart = z.tuple([tokenJson]).rest(z.unknown())

const listOfAll = ({ files, named }: FormatSource): FileEntry | undefined =>
  named === undefined
    ? files.find(({ name }) => sameName(baseOf(name)) === '_metadata.json')
    : files.find(({ path, name }) => path === named && /_metadata\.json$/iu.test(name))

/** `build/` of a whole HashLips project, or the folder itself where that is what was chosen. */
const rootOf = (source: FormatSource): string => {
  const list = listOfAll(source)
  const anchor = list ?? source.files.find(({ name }) => /(?:^|\/)json\/[^/]+\.json$/iu.test(name))
  return anchor === undefined ? '' : folderOfName(anchor.name).replace(/(?:^|(?<=\/))json\/$/iu, '')
}

/** The layers that images are put together from lie elsewhere in the project and are no works. */
const partsOf = (source: FormatSource) => {
  const root = rootOf(source)
  const files = source.files.filter(({ name }) => name.startsWith(root))
  const media = files.filter(isMedia)
  const images = media.filter(({ name }) => name.startsWith(`${root}images/`))
  return { described: tokenFiles(files), works: images.length > 0 ? images : media }
}
