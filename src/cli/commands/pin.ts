import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import { countText, numberText } from '#shared/format.ts'
import { printable } from '#shared/printable.ts'
import { readCid, type Cid } from '#core/content/cid.ts'
import type { Core } from '#core/index.ts'
import { settablePinProviders } from '#core/pinning/pin-targets.ts'
import { tokenImages } from '#studio/token-images.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { hint } from '#cli/terminal/hint.ts'
import { requireLastingFile, writeOutput } from '../files.ts'
import {
  addProviderOptions,
  type ProviderOptions,
  providerSecret,
  providerSettingsIn,
} from '../options/provider-options.ts'
import { command, group } from '../program.ts'
import { table } from '../terminal/table.ts'

export const addPinCommands = (program: Command): void => {
  const pin = group(program, 'pin', 'stored files, and the places that keep them on IPFS')
  addList(pin)
  addAdd(pin)
  addVerify(pin)
  addExportCar(pin)
  addUse(pin)
}

const addList = (pin: Command): void =>
  command(
    pin,
    'list',
    'list the stored files and the pin targets',
    'pin list',
    (list) => list,
    async (session) => {
      const core = await session.core()
      // what has lost its row gets it back
      for (const cid of await core.content.names()) await core.content.recover(cid)
      const files = [...core.content.list()]
      const targets = core.pinTargets.list()
      const targetsText = targets
        .map(({ name, url }) => `${name}${url === null ? '' : ` (${url})`}`)
        .join(', ')
      const filesText = table(
        files,
        {
          cid: ({ cid }) => cid,
          bytes: ({ size }) => numberText(size),
          type: ({ mediaType }) => mediaType ?? '',
        },
        `No files yet. An import stores its images. To store a file: ${hint('pin add FILE')}`,
      )
      return {
        json: snakeKeys({ files, targets }),
        text: `${filesText}\n\nPin targets: ${targetsText}`,
      }
    },
  )

const addAdd = (pin: Command): void =>
  command<{ readonly pin: string }>(
    pin,
    'add <file-or-cid...>',
    'store files and pin them, or pin stored files',
    'pin add cover.png --pin kubo',
    (add) => add.option('--pin <name>', 'the pin target', 'local'),
    async (session, options, ...sources) => {
      const pinned = await session.withVault(async (core) => {
        const pinner = await core.pinTargets.pinner(options.pin)
        const results: { readonly source: string; readonly cid: Cid }[] = []
        for (const source of sources) {
          const cid = await storedCid(core, source)
          await pinner.pin(cid, session.signal)
          results.push({ source, cid })
        }
        return results
      })
      return {
        json: pinned,
        text: pinned.map(({ source, cid }) => printable(`${cid}  ${source}`)).join('\n'),
      }
    },
  )

const storedCid = async (core: Core, source: string): Promise<Cid> => {
  if (existsSync(source)) return (await core.content.addFile(await requireLastingFile(source))).cid
  const cid = readCid(source)?.v0
  if (cid === undefined)
    throw new ColdpressError(
      'usage',
      `${source} is neither a file nor a CIDv0 of the content store.`,
    )
  return cid
}

const addVerify = (pin: Command): void =>
  command<{ readonly pin: string }>(
    pin,
    'verify',
    'read every stored file again and check that it is still pinned',
    'pin verify --pin kubo',
    (verify) => verify.option('--pin <name>', 'the pin target to check', 'local'),
    async (session, options) => {
      const core = await session.core()
      const pinner = await session.withVault(() => core.pinTargets.pinner(options.pin))
      const damaged: Cid[] = []
      const unpinned: Cid[] = []
      const { own, named } = await expectedContent(core)
      for (const cid of own) {
        session.signal.throwIfAborted()
        if (!(await core.content.verify(cid))) damaged.push(cid)
        else if (!(await pinner.isPinned(cid, session.signal))) unpinned.push(cid)
      }
      const sound = own.length - damaged.length - unpinned.length
      return {
        json: { files: own.length, sound, damaged, unpinned, elsewhere: named },
        text: verifiedText({ sound, damaged, unpinned, elsewhere: named }, options.pin),
        exit: sound === own.length ? 0 : 4,
      }
    },
  )

const verifiedText = (
  found: {
    sound: number
    damaged: readonly Cid[]
    unpinned: readonly Cid[]
    elsewhere: readonly Cid[]
  },
  target: string,
): string =>
  [
    `${countText(found.sound, 'file')} sound and pinned at ${target}.`,
    ...found.damaged.map(
      (cid) =>
        `${cid} is damaged or gone. Import its folder again, or store the file: ${hint('pin add FILE')}`,
    ),
    ...found.unpinned.map(
      (cid) => `${cid} is not pinned at ${target}. Run: ${hint(`pin add ${cid} --pin ${target}`)}`,
    ),
    ...(found.elsewhere.length === 0
      ? []
      : [
          `${countText(found.elsewhere.length, 'more file')} that tokens name as ipfs:// ${found.elsewhere.length === 1 ? 'is' : 'are'} not on this computer: ${found.elsewhere.join(', ')}`,
        ]),
  ].join('\n')

const addExportCar = (pin: Command): void =>
  command<{ readonly out: string }>(
    pin,
    'export-car [cid...]',
    'write stored files (default: all) as one CAR archive',
    'pin export-car --out images.car',
    (exportCar) => exportCar.requiredOption('--out <file>', 'the archive to write'),
    async (session, { out }, ...chosen) => {
      const core = await session.core()
      const { content } = core
      const cids = chosen.length === 0 ? (await expectedContent(core)).own : chosen.map(knownCid)
      if (cids.length === 0)
        throw new ColdpressError(
          'invalid',
          'No files are stored yet, so there is nothing to export.',
        )
      await requireSound(core, cids, session.signal)
      const facts = await writeOutput(out, (path) => content.exportCar(cids, path, session.signal))
      return {
        json: { file: out, ...facts },
        text: `${countText(cids.length, 'file')} written to ${out}.`,
      }
    },
  )

/** An archive that lacks a file would pass for a whole one: nothing is written then. */
const requireSound = async (
  { content }: Core,
  cids: readonly Cid[],
  signal: AbortSignal,
): Promise<void> => {
  const missing: Cid[] = []
  for (const cid of cids) {
    signal.throwIfAborted()
    if (!(await content.isSound(cid))) missing.push(cid)
  }
  if (missing.length === 0) return
  throw new ColdpressError(
    'not_found',
    `${missing.length} of ${countText(cids.length, 'file')} are damaged or gone, so no archive was written: ${missing.join(', ')}. Import their folder again, or name the files to export.`,
    { details: { missing } },
  )
}

const knownCid = (text: string): Cid => {
  const cid = readCid(text)?.v0
  if (cid === undefined)
    throw new ColdpressError('usage', `${text} is not a CID of the content store (Qm…).`)
  return cid
}

const addUse = (pin: Command): void =>
  command<ProviderOptions>(
    pin,
    'use <name>',
    'set up a pin target, such as a Kubo node; its token is stored in the vault',
    'pin use kubo --url http://127.0.0.1:5001',
    (use) => addProviderOptions(use, settablePinProviders()),
    async (session, options, name = '') => {
      const { provider, settings } = providerSettingsIn(settablePinProviders(), options)
      const secret = await providerSecret(provider, options, session.terminal)
      try {
        const wanted = { name, kind: provider.kind, settings }
        const target = await session.withVault((core) =>
          core.pinTargets.use(secret === undefined ? wanted : { ...wanted, secret }),
        )
        const pinner = await session.withVault((core) => core.pinTargets.pinner(name))
        await pinner.test(session.signal).catch((error: unknown) => {
          throw isColdpressError(error)
            ? new ColdpressError(error.code, `${name} is set up, but: ${error.message}`, {
                cause: error,
              })
            : error
        })
        return { json: snakeKeys(target), text: `${name} answers. Pin there with: --pin ${name}` }
      } finally {
        secret?.wipe()
      }
    },
  )

type ExpectedContent = {
  /** What the content store has or should have: by its rows, its files and the journals of imports. */
  readonly own: readonly Cid[]
  /** What tokens of the studios show besides: it was given as `ipfs://` and may never have been here. */
  readonly named: readonly Cid[]
}

/**
 * All the content that this home counts on. It is read from each place that names it: what one of
 * them has forgotten, another still knows.
 */
const expectedContent = async (core: Core): Promise<ExpectedContent> => {
  const own = new Set([...(await core.content.names()), ...core.imports.content()])
  return { own: [...own], named: tokenImages(core.home).filter((cid) => !own.has(cid)) }
}
