import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Command } from 'commander'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { countText, numberText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import { type Cid, readCid } from '#media/content/cid.ts'
import type { App } from '#app/create-app.ts'
import { type PinSet, provePins } from '#media/pinning/pin-set.ts'
import {
  type NewPinTarget,
  type PinTarget,
  settablePinProviders,
} from '#media/pinning/pin-targets.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { hint } from '#cli/terminal/hint.ts'
import { requireLastingFile, writeOutput } from '../../files.ts'
import {
  addProviderOptions,
  type ProviderOptions,
  providerSecret,
  providerSettingsIn,
  wantedSecret,
} from '../../options/provider-options.ts'
import { readServiceAddress } from '../../options/read-service-address.ts'
import { command, group } from '../../program.ts'
import type { Session } from '../../session.ts'
import { addAdopt } from './pin-adopt.ts'
import { addFind, addFolder, addRouting } from './pin-folder.ts'
import { addRepair, addVerify } from './pin-verify.ts'
import { expectedContent } from '../expected-content.ts'
import { carHeaderBytes, carRootsOf } from '#media/content/car.ts'
import { OutputOption } from '#cli/options/output-option.ts'
import { numberColumn, sections, table } from '#cli/terminal/table.ts'

export const addPinCommands = (program: Command): void => {
  const pin = group(program, 'pin', 'stored files, and the places that keep them on IPFS')
  addList(pin)
  addAdd(pin)
  addVerify(pin)
  addRepair(pin)
  addExportCar(pin)
  addAdopt(pin)
  addUse(pin)
  addGateway(pin)
  addFolder(pin)
  addFind(pin)
  addRouting(pin)
}

const addGateway = (pin: Command): void =>
  command(
    pin,
    'gateway [url]',
    'show the IPFS gateway that images are fetched through before a mint, or use another',
    'pin gateway https://ipfs.io',
    (gateway) => gateway,
    async (session, _options, url) => {
      const { settings } = await session.app()
      if (url !== undefined) settings.change({ imageGateway: readServiceAddress(url) })
      const gateway = settings.get().imageGateway
      return { json: { gateway }, text: `Images are fetched through ${gateway}.` }
    },
  )

const addList = (pin: Command): void =>
  command(
    pin,
    'list',
    'list the stored files and the pin targets',
    'pin list',
    (list) => list,
    async (session) => {
      const app = await session.app()
      // what has lost its row gets it back
      for (const cid of await app.content.names()) await app.content.recover(cid)
      const files = [...app.content.list()]
      const targets = app.pinTargets.list()
      const targetsText = targets
        .map(({ name, url }) => `${name}${url === null ? '' : ` (${url})`}`)
        .join(', ')
      const filesText = table(
        files,
        {
          cid: ({ cid }) => cid,
          bytes: numberColumn(({ size }) => numberText(size)),
          type: ({ mediaType }) => mediaType ?? '',
        },
        `No files yet. An import stores its images. To store a file: ${hint('pin add FILE')}`,
      )
      return {
        json: snakeKeys({ files, targets }),
        text: sections(filesText, `Pin targets: ${targetsText}`),
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
      const pinned = await session.withVault(async (app) => {
        const pins = await app.pinTargets.open(options.pin)
        const results: { readonly source: string; readonly cid: Cid }[] = []
        for (const source of sources) {
          const cid = await storedCid(app, source)
          await pins.pin(cid, session.signal)
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

const storedCid = async (app: App, source: string): Promise<Cid> => {
  if (existsSync(source)) {
    const path = await requireLastingFile(source)
    await refuseArchive(path)
    return (await app.content.addFile(path)).cid
  }
  const cid = readCid(source)?.v0
  if (cid === undefined)
    throw new ColdpressError(
      'usage',
      `${source} is neither a file nor a CIDv0 of the content store.`,
    )
  return cid
}

const addExportCar = (pin: Command): void =>
  command<{ readonly out: string }>(
    pin,
    'export-car [cid...]',
    'write stored files (default: all) as one CAR archive',
    'pin export-car --out images.car',
    (exportCar) =>
      exportCar.addOption(
        new OutputOption('--out <file>', 'the archive to write').makeOptionMandatory(),
      ),
    async (session, { out }, ...chosen) => {
      const app = await session.app()
      const { content } = app
      const cids = chosen.length === 0 ? (await expectedContent(app)).own : chosen.map(knownCid)
      if (cids.length === 0)
        throw new ColdpressError(
          'invalid',
          'No files are stored yet, so there is nothing to export.',
        )
      await requireSound(app, cids, session.signal)
      const car = await writeOutput(out, (path) => content.exportCar(cids, path, session.signal))
      return {
        json: { file: out, ...car },
        text: `${countText(cids.length, 'file')} written to ${out}.`,
      }
    },
  )

/** An archive that lacks a file would pass for a whole one: nothing is written then. */
const requireSound = async (
  { content }: App,
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
      const wanted = { name, kind: provider.kind, settings }
      const given = await providerSecret(provider, options, session.terminal)
      const { target, pins } = await useAndProve(session, wanted, given).catch(
        async (error: unknown) => {
          if (given !== undefined || !isColdpressError(error, 'unauthorized')) throw error
          const secret = await wantedSecret(provider, session.terminal)
          if (secret === undefined) throw error
          return useAndProve(session, wanted, secret)
        },
      )
      return {
        json: snakeKeys(target),
        text: `${provedText(name, pins)} Pin there with: --pin ${name}`,
      }
    },
  )

/** Sets a place up and tries it; wipes the secret. */
const useAndProve = async (
  session: Session,
  wanted: Omit<NewPinTarget, 'secret'>,
  secret: Secret | undefined,
): Promise<{ readonly target: PinTarget; readonly pins: PinSet }> => {
  try {
    const target = await session.withVault(({ pinTargets }) =>
      pinTargets.use(secret === undefined ? wanted : { ...wanted, secret }),
    )
    const pins = await session.withVault(({ pinTargets }) => pinTargets.open(wanted.name))
    await provePins(pins, session.signal).catch((error: unknown) => {
      throw isColdpressError(error)
        ? new ColdpressError(error.code, `${wanted.name} is set up, but: ${error.message}`, {
            details: error.details,
            cause: error,
          })
        : error
    })
    return { target, pins }
  } finally {
    secret?.wipe()
  }
}

/** What was tried: adding, listing and reading cost nothing at a node, but at some services. */
const provedText = (name: string, { pinners }: PinSet): string =>
  pinners.every(({ prove }) => prove !== undefined)
    ? `${name} took a file, listed it and gave it back.`
    : `${name} answers and accepts the key.`

/**
 * Stored as a file, a CAR archive would have a CID of its own, and nobody would find its content under
 * the roots that tokens name.
 * @throws ColdpressError `invalid` for an archive, with its roots and what to do
 */
const refuseArchive = async (path: string): Promise<void> => {
  const roots = await carRootsOf(await headOf(path))
  if (roots === undefined) return
  const shown = roots.slice(0, 3).join(', ')
  const more = roots.length > 3 ? `, and ${roots.length - 3} more` : ''
  const named =
    roots.length === 0
      ? 'a CAR archive without a root'
      : `a CAR archive of ${countText(roots.length, 'root')}: ${shown}${more}`
  throw errorBy(
    pinErrors,
    'car_archive',
    { roots: roots.slice(0, 100) },
    `${path} is ${named}. As a file it would not be found under its roots, so it was not stored. Import it at an IPFS node (ipfs dag import FILE), or add the files that it was made of. Content that tokens name is fetched and kept by ${hint('pin adopt POLICY_ID')}.`,
  )
}

const headOf = async (path: string): Promise<Uint8Array> => {
  const file = await open(path)
  try {
    const head = Buffer.alloc(carHeaderBytes)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
