import type { Command } from 'commander'
import { errorTable } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { makeCollectionFolder, type PlacedFolder } from '#app/pins/collection-folder.ts'
import { findAtPeers } from '#app/pins/pin-target.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
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
    'pin folder Herbarium --pin kubo',
    (folder) =>
      folder
        .option('--pin <name>', 'make it at this Kubo node, in its view of files, and pin it')
        .addOption(
          new OutputOption(
            '--out <file>',
            'write it as a CAR archive with the folder as its one root',
          ),
        ),
    async (session, options, nameOrId = '') => {
      const folder = await make(session, await session.findCollectionId(nameOrId), options.pin)
      const archive =
        options.out === undefined ? undefined : await write(session, folder, options.out)
      const { cid, path, files, elsewhere, places } = folder
      return {
        json: snakeKeys({
          cid,
          files: files.length,
          filesElsewhere: elsewhere,
          path,
          places,
          archive: archive ?? null,
        }),
        text: [
          `${countText(files.length, 'file')} of ${folder.name} in one folder: ipfs://${cid}`,
          ...(elsewhere === 0
            ? []
            : [
                `${countText(elsewhere, 'file')} of its tokens ${elsewhere === 1 ? 'is' : 'are'} not on this computer, and not in the folder.`,
              ]),
          ...places.map((placed) => placedText(placed, path)),
          ...(archive === undefined ? [] : [`Written to ${archive.file}.`]),
        ].join('\n'),
      }
    },
  )

type MadeFolder = Awaited<ReturnType<typeof makeCollectionFolder>>

const make = (session: Session, collectionId: string, pin?: string): Promise<MadeFolder> => {
  const { account: accountId, signal, terminal } = session
  const reading = drawProgress(terminal)
  const placing = drawProgress(terminal)
  return session
    .withVault((app) =>
      makeCollectionFolder(
        app,
        { name: pin, accountId, collectionId },
        {
          signal,
          onProgress: (made, step) =>
            step === 'read'
              ? reading.updateFiles('read', made)
              : placing.updateFiles('placed', made),
        },
      ),
    )
    .finally(placing.end)
}

const placedText = ({ place: name, cid, isSame }: PlacedFolder, path: string): string =>
  isSame
    ? `Pinned at ${name}, as ${path} among its files.`
    : `Pinned at ${name} under a CID of its own, ${cid}, as ${path} among its files: it spreads so many names in another way.`

const write = async (
  session: Session,
  { cid, files }: MadeFolder,
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
      const { cid, answers } = await session.withVault((app) =>
        findAtPeers(app, { cid: text, name: options.pin }, session.signal),
      )
      return {
        json: snakeKeys({ cid, answers }),
        text: answers.map((answer) => answer.text).join('\n'),
        exit: answers.some(({ isFound }) => isFound) ? 0 : errorTable.not_found.exit,
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
