import type { Command } from 'commander'
import { errorTable } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { AnyCid } from '#media/content/cid.ts'
import {
  type CollectionFolder,
  collectionFolder,
  placeFolder,
  type PlacedFolder,
} from '#app/pins/collection-folder.ts'
import { findContent } from '#media/pinning/find-content.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { collectionWithTokens } from '../collection/collection-with-tokens.ts'
import { writeOutput } from '../../files.ts'
import { readServiceAddress } from '../../options/read-service-address.ts'
import { command } from '../../program.ts'
import type { Session } from '../../session.ts'
import { drawProgress } from '../../terminal/progress-bar.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type FolderOptions = { readonly pin?: string; readonly out?: string }

export const addFolder = (pin: Command): void =>
  command<FolderOptions>(
    pin,
    'folder <collection>',
    "make one folder of a collection's images and works, so that one CID names all of them",
    'pin folder 01k… --pin kubo',
    (folder) =>
      folder
        .option('--pin <name>', 'make it at this Kubo node, in its view of files, and pin it')
        .addOption(
          new OutputOption(
            '--out <file>',
            'write it as a CAR archive with the folder as its one root',
          ),
        ),
    async (session, options, id = '') => {
      const folder = await folderOf(session, id)
      const placed = options.pin === undefined ? [] : await place(session, folder, options.pin)
      const archive =
        options.out === undefined ? undefined : await write(session, folder, options.out)
      const { cid, path, files, elsewhere } = folder
      return {
        json: snakeKeys({
          cid,
          files: files.length,
          filesElsewhere: elsewhere,
          path,
          places: placed,
          archive: archive ?? null,
        }),
        text: [
          `${countText(files.length, 'file')} of ${folder.name} in one folder: ipfs://${cid}`,
          ...(elsewhere === 0
            ? []
            : [
                `${countText(elsewhere, 'file')} of its tokens ${elsewhere === 1 ? 'is' : 'are'} not on this computer, and not in the folder.`,
              ]),
          ...placed.map((placement) => placedText(placement, path)),
          ...(archive === undefined ? [] : [`Written to ${archive.file}.`]),
        ].join('\n'),
      }
    },
  )

const folderOf = async (session: Session, id: string): Promise<CollectionFolder> => {
  const { found, tokens } = await collectionWithTokens(session, id)
  const { content } = await session.app()
  const progress = drawProgress(session.terminal)
  return await collectionFolder(found, tokens, content, {
    signal: session.signal,
    onProgress: (made) => progress.updateFiles('read', made),
  }).finally(progress.end)
}

const place = async (
  session: Session,
  folder: CollectionFolder,
  pin: string,
): Promise<readonly PlacedFolder[]> => {
  const { pinners } = await session.withVault((app) => app.pinTargets.open(pin))
  const placed: PlacedFolder[] = []
  for (const pinner of pinners) {
    const progress = drawProgress(session.terminal)
    const making = {
      signal: session.signal,
      onProgress: (made: { readonly done: number; readonly total: number }) =>
        progress.updateFiles('placed', made),
    }
    placed.push(await placeFolder(pinner, folder, making).finally(progress.end))
  }
  return placed
}

const placedText = ({ place: name, cid, isSame }: PlacedFolder, path: string): string =>
  isSame
    ? `Pinned at ${name}, as ${path} among its files.`
    : `Pinned at ${name} under a CID of its own, ${cid}, as ${path} among its files: it spreads so many names in another way.`

const write = async (
  session: Session,
  { cid, files }: CollectionFolder,
  out: string,
): Promise<{ readonly file: string; readonly bytes: number; readonly blocks: number }> => {
  const { content } = await session.app()
  const progress = drawProgress(session.terminal)
  let done = 0
  const { bytes, blocks } = await writeOutput(out, (target) =>
    content.exportFolder(cid, files, {
      target,
      signal: session.signal,
      onFile: () => progress.updateFiles('written', { done: (done += 1), total: files.length }),
    }),
  ).finally(progress.end)
  return { file: out, bytes, blocks }
}

export const addFind = (pin: Command): void =>
  command<{ readonly pin: string }>(
    pin,
    'find <cid>',
    'ask the network whether others can find a file or folder; strangers learn of the question',
    'pin find QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB --pin kubo',
    (find) => find.option('--pin <name>', 'the Kubo node that asks', 'kubo'),
    async (session, options, text = '') => {
      const cid = AnyCid(text)
      const app = await session.app()
      const endpoint = app.settings.get().routingEndpoint
      const { pinners } = await session.withVault(() => app.pinTargets.open(options.pin))
      const found = await findContent(cid, { pinners, endpoint, signal: session.signal })
      return {
        json: snakeKeys({ cid, answers: found }),
        text: found.map((answer) => answer.text).join('\n'),
        exit: found.some(({ isFound }) => isFound) ? 0 : errorTable.not_found.exit,
      }
    },
  )

export const addRouting = (pin: Command): void =>
  command(
    pin,
    'routing [url]',
    'show the routing endpoint that pin find may ask besides a node, set one, or remove it (none)',
    'pin routing https://delegated-ipfs.dev',
    (routing) => routing,
    async (session, _options, url) => {
      const { settings } = await session.app()
      if (url !== undefined)
        settings.change({ routingEndpoint: url === 'none' ? null : readServiceAddress(url) })
      const endpoint = settings.get().routingEndpoint
      return {
        json: { endpoint },
        text: endpoint === null ? 'No routing endpoint is asked.' : `pin find asks ${endpoint}.`,
      }
    },
  )
