import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import packageJson from '#package' with { type: 'json' }
import { bytesText } from '#values/text/format.ts'
import { printableLines } from '#values/text/printable.ts'
import { percentText } from '#cli/terminal/progress-bar.ts'
import { openUpdates } from '#app/updates/open-updates.ts'
import type { Update, Updates, VerifiedFile } from '#app/updates/updates.ts'
import { command, group } from '../program.ts'
import type { Session } from '../session.ts'
import { hint } from '../terminal/hint.ts'

export const addUpdateCommands = (program: Command): void => {
  const update = group(program, 'update', 'look for a newer version and download it, verified')
  addCheck(update)
  addDownload(update)
}

const updatesOf = (session: Session): Updates =>
  openUpdates({
    home: session.home.path,
    current: packageJson.version,
    program: dirname(fileURLToPath(import.meta.resolve('#package'))),
  })

const addCheck = (parent: Command): void =>
  command(
    parent,
    'check',
    'ask whether there is a newer version, and show what is new',
    'update check',
    (check) => check,
    async (session) => {
      const updates = updatesOf(session)
      const update = await updates.check(session.signal)
      return { json: checkJson(updates, update), text: checkText(updates, update) }
    },
  )

const checkJson = ({ current, installation }: Updates, update: Update | undefined) => ({
  current,
  installation,
  newest:
    update === undefined
      ? null
      : {
          version: update.release.version,
          published_at: update.release.publishedAt,
          notes: update.release.notes,
          file: update.file?.name ?? null,
          bytes: update.file?.bytes ?? null,
        },
})

const checkText = ({ current, installation }: Updates, update: Update | undefined): string => {
  if (update === undefined) return `Coldpress ${current} is the newest version.`
  const { release, file } = update
  const next =
    file === undefined
      ? `It has no file for this installation (${installation}).`
      : `To download and verify it (${bytesText(file.bytes)}): ${hint('update download')}`
  return [
    `Coldpress ${release.version} is there; this is ${current}.`,
    `Published on ${release.publishedAt.slice(0, 10)}.`,
    '',
    printableLines(release.notes.trim()),
    '',
    next,
  ].join('\n')
}

const addDownload = (parent: Command): void =>
  command(
    parent,
    'download',
    'download the newer version and verify its signature; install it yourself',
    'update download',
    (download) => download,
    async (session) => {
      const updates = updatesOf(session)
      const update = await updates.check(session.signal)
      if (update === undefined)
        return {
          json: checkJson(updates, update),
          text: checkText(updates, update),
        }
      const verified = await download(session, updates, update)
      return {
        json: {
          version: verified.version,
          path: verified.path,
          sha512: verified.file.sha512,
          command: verified.command ?? null,
        },
        text: downloadedText(verified),
      }
    },
  )

const download = async (
  { terminal, signal }: Session,
  updates: Updates,
  update: Update,
): Promise<VerifiedFile> => {
  const total = update.file?.bytes ?? 0
  try {
    return await updates.download(update, {
      signal,
      onProgress: (bytes) => {
        if (terminal.canDraw)
          terminal.draw(
            percentText(bytes, total),
            `downloaded ${bytesText(bytes)} of ${bytesText(total)}`,
          )
      },
    })
  } finally {
    if (terminal.canDraw) terminal.draw('')
  }
}

const downloadedText = ({ path, version, command: install }: VerifiedFile): string =>
  [
    `Coldpress ${version} was downloaded. The project's signature over it is valid.`,
    path,
    '',
    install === undefined
      ? 'The window installs it when it closes: Settings, About.'
      : `Install it with:\n  ${install}`,
  ].join('\n')
