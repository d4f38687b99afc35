import { readdir, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { makeFolder } from '#platform/disk/make-folder.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { createImageProcess } from '#media/images/process.ts'
import { createQrDecoder, type QrReading } from '#app/signing/qr-decoder.ts'
import type { QrFileKind } from '#app/signing/qr-file.ts'
import { loopOf } from '#app/signing/qr-frames.ts'
import { fitForCodes, type FittedQrFile, qrFileOf } from '#app/signing/qr-kind.ts'
import { qrPng } from '#app/signing/qr-png.ts'
import { readInput, requireWritable, writeBytes, writeOutput } from '#cli/files.ts'
import { command } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { qrSizeOf } from '#cli/terminal/qr-image.ts'
import { showCodes } from '#cli/terminal/qr-show.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { OutputOption } from '#cli/options/output-option.ts'

/** Files as QR codes, beside the other commands of `tx`. */
const names: Readonly<Record<QrFileKind, string>> = {
  request: 'signing request',
  transaction: 'transaction',
  witness: 'witness',
  policy: 'public policy file',
}

const whole =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }

type QrOptions = { readonly frames?: string; readonly bytes?: number; readonly speed?: number }

export const addQr = (tx: Command): void =>
  command<QrOptions>(
    tx,
    'qr <file>',
    'show a signing request, transaction, witness or public policy file as an animated QR code',
    'tx qr mint.cpreq',
    (qr) =>
      qr
        .option('--frames <dir>', 'write the codes as PNG images to a new folder instead')
        .option(
          '--bytes <n>',
          'how many bytes of the file each code holds, 10 to 1000',
          whole(10, 1000),
        )
        .option(
          '--speed <n>',
          'codes per second on the terminal, 1 to 20 (default: 5)',
          whole(1, 20),
        ),
    async (session, { frames, bytes, speed = 5 }, path = '') => {
      const fitted = fitForCodes(qrFileOf(path, await readInput(path, 'file')))
      session.terminal.warn(...leftOut(fitted))
      const size = bytes === undefined ? {} : { maxFragment: bytes }
      if (frames !== undefined) return writeFrames(frames, fitted, size)
      await showCodes(session, fitted.file, { perSecond: speed, ...size })
      return undefined
    },
  )

const leftOut = ({ file, thumbnailsLeftOut, parentsLeftOut }: FittedQrFile): string[] => [
  ...(thumbnailsLeftOut === 0
    ? []
    : [
        `${countText(thumbnailsLeftOut, 'thumbnail')} of ${file.name} left out: with them it is too large for codes. The transaction stays the same.`,
      ]),
  ...(parentsLeftOut === 0
    ? []
    : [
        `${countText(parentsLeftOut, 'parent transaction')} of ${file.name} left out: too large for codes. The other computer cannot prove what those inputs hold; carry the file to prove it.`,
      ]),
]

const writeFrames = async (
  folder: string,
  { file, thumbnailsLeftOut, parentsLeftOut }: FittedQrFile,
  options: { readonly maxFragment?: number },
) => {
  const texts = loopOf(file, options)
  const size = qrSizeOf(texts.at(-1) ?? '')
  await writeOutput(folder, requireNewFolder)
  const digits = String(texts.length).length
  const written: string[] = []
  for (const [index, text] of texts.entries()) {
    const path = join(folder, `frame-${String(index + 1).padStart(digits, '0')}.png`)
    await writeBytes(path, qrPng(text, size.version))
    written.push(path)
  }
  return {
    json: {
      kind: file.kind,
      name: file.name,
      bytes: file.bytes.length,
      thumbnails_left_out: thumbnailsLeftOut,
      parents_left_out: parentsLeftOut,
      frames: written,
    },
    text: `${countText(written.length, 'code')} of the ${names[file.kind]} ${file.name} in ${folder}. To read them: ${hint(`tx scan ${shellWord(folder)}`)}`,
  }
}

/** A new folder: images of another file among these would confuse the reader. */
const requireNewFolder = async (folder: string): Promise<void> => {
  makeFolder(folder)
  if ((await readdir(folder)).length > 0)
    throw new ColdpressError(
      'usage',
      `${folder} is not empty. Name a folder that is not there yet.`,
    )
}

export const addScan = (tx: Command): void =>
  command<{ readonly out?: string }>(
    tx,
    'scan <pictures...>',
    'read a file from photographs of its QR codes, or from a folder of them',
    'tx scan photos/ --out mint.cpreq',
    (scan) =>
      scan.addOption(
        new OutputOption(
          '--out <file>',
          'where to write the file (default: its own name, in this folder)',
        ),
      ),
    async (session, { out }, ...paths) => {
      const imageFiles = (await Promise.all(paths.map(imageFilesAt))).flat()
      const { progress, file } = await readImageFiles(imageFiles, session.signal)
      if (file === undefined) throw unfinished(imageFiles.length, progress)
      const target = out ?? file.name
      await requireWritable(target)
      await writeBytes(target, file.bytes)
      return {
        json: { kind: file.kind, name: file.name, bytes: file.bytes.length, file: target },
        text: `The ${names[file.kind]} ${file.name} is whole: ${target}`,
      }
    },
  )

const imageExtensions = new Set(['.png', '.jpg', '.jpeg', '.webp', '.gif', '.avif'])

/** A file, or the images of a folder by name. @throws ColdpressError `usage` */
const imageFilesAt = async (path: string): Promise<readonly string[]> => {
  const details = await stat(path).catch((error: unknown) => {
    throw new ColdpressError('usage', `There is no image ${path}.`, { cause: error })
  })
  if (!details.isDirectory()) return [resolve(path)]
  const found = (await readdir(path)).filter((name) =>
    imageExtensions.has(extname(name).toLowerCase()),
  )
  return found.toSorted().map((name) => resolve(path, name))
}

/** Reads until the file is whole. An image that shows no code is passed over. */
const readImageFiles = async (
  imageFiles: readonly string[],
  signal: AbortSignal,
): Promise<QrReading> => {
  const images = createImageProcess()
  const decoder = createQrDecoder()
  let reading: QrReading = { progress: 0, done: false }
  try {
    for (const imageFile of imageFiles) {
      for (const text of await images.readCodes(imageFile, signal)) reading = decoder.receive(text)
      if (reading.done) break
    }
    return reading
  } finally {
    await images.close()
  }
}

const unfinished = (imageFiles: number, progress: number): ColdpressError =>
  new ColdpressError(
    progress === 0 ? 'invalid' : 'incomplete',
    progress === 0
      ? `No code of a file could be read in ${countText(imageFiles, 'image')}. Take the photographs closer, straight and in focus.`
      : `${Math.floor(progress * 100)}% of the file is in ${countText(imageFiles, 'image')}. Photograph more of the codes; any that are missing will do.`,
    { details: { progress } },
  )
