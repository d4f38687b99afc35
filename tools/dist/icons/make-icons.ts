import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/** What hicolor themes, macOS and Windows ask for. */
const iconSizes = [16, 22, 24, 32, 48, 64, 128, 256, 512] as const
/** electron-builder makes macOS's and Windows's own formats from it. */
const largest = 1024

/** The drawings, and the folder and name that an icon theme knows them by. */
const drawings = [
  { source: 'coldpress.svg', context: 'apps', name: 'coldpress' },
  {
    source: 'signing-request.svg',
    context: 'mimetypes',
    name: 'application-vnd.coldpress.signing-request',
  },
] as const

const draw = async (source: string, size: number, target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true })
  await sharp(source, { density: (72 * size) / 512 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(target)
}

/** The icons as an icon theme of Linux has them: `hicolor/48x48/apps/coldpress.png`. */
export const makeThemeIcons = async (theme: string): Promise<void> => {
  for (const { source, context, name } of drawings) {
    const drawing = join(import.meta.dirname, source)
    for (const size of iconSizes)
      await draw(drawing, size, join(theme, `${size}x${size}`, context, `${name}.png`))
    const scalable = join(theme, 'scalable', context, `${name}.svg`)
    await mkdir(dirname(scalable), { recursive: true })
    await copyFile(drawing, scalable)
  }
}

/** `icon.png` and `signing-request.png` of electron-builder's `buildResources`. */
export const makeBuilderIcons = async (folder: string): Promise<void> => {
  await draw(join(import.meta.dirname, 'coldpress.svg'), largest, join(folder, 'icon.png'))
  const request = join(import.meta.dirname, 'signing-request.svg')
  await draw(request, largest, join(folder, 'signing-request.png'))
}
