import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { isColdpressError } from '#values/errors/errors.ts'
import { countText, numberText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import { pinKinds, useAndTestPinTarget } from '#app/pins/pin-target.ts'
import { filesToExport, pinFiles } from '#app/pins/stored-files.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
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
import { addAdopt } from './pin-adopt.ts'
import { addFind, addFolder, addRouting } from './pin-folder.ts'
import { addRepair, addVerify } from './pin-verify.ts'
import { expectedContent } from '../expected-content.ts'
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
      const files = await Promise.all(
        sources.map(async (source) =>
          existsSync(source) ? { path: await requireLastingFile(source) } : { cid: source },
        ),
      )
      const cids = await session.withVault((app) =>
        pinFiles(app, { name: options.pin, sources: files }, session.signal),
      )
      const pinned = sources.map((source, at) => ({ source, cid: cids[at] }))
      return {
        json: pinned,
        text: pinned.map(({ source, cid }) => printable(`${cid}  ${source}`)).join('\n'),
      }
    },
  )

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
      const wanted = chosen.length === 0 ? (await expectedContent(app)).own : chosen
      const cids = await filesToExport(content, wanted, session.signal)
      const car = await writeOutput(out, (path) => content.exportCar(cids, path, session.signal))
      return {
        json: { file: out, ...car },
        text: `${countText(cids.length, 'file')} written to ${out}.`,
      }
    },
  )

const addUse = (pin: Command): void =>
  command<ProviderOptions>(
    pin,
    'use <name>',
    'set up a pin target, such as a Kubo node; its token is stored in the vault',
    'pin use kubo --url http://127.0.0.1:5001',
    (use) => addProviderOptions(use, pinKinds()),
    async (session, options, name = '') => {
      const { provider, settings } = providerSettingsIn(pinKinds(), options)
      const wanted = { name, kind: provider.kind, settings }
      const use = (secret?: Secret): Promise<UsedTarget> =>
        session.withVault((app) =>
          useAndTestPinTarget(
            app,
            secret === undefined ? wanted : { ...wanted, secret },
            session.signal,
          ),
        )
      const given = await providerSecret(provider, options, session.terminal)
      const { target, isProved } = await (
        given === undefined ? use() : useAndWipe(given, use)
      ).catch(async (error: unknown) => {
        if (given !== undefined || !isColdpressError(error, 'unauthorized')) throw error
        const secret = await wantedSecret(provider, session.terminal)
        if (secret === undefined) throw error
        return useAndWipe(secret, use)
      })
      return {
        json: snakeKeys(target),
        text: `${isProved ? `${name} took a file, listed it and gave it back.` : `${name} answers and accepts the key.`} Pin there with: --pin ${name}`,
      }
    },
  )

type UsedTarget = Awaited<ReturnType<typeof useAndTestPinTarget>>
