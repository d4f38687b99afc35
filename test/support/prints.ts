import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** An address that belongs to nobody: CIP-19's test vector of type 6. */
const nobodysAddress = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

/** A collection with one tag. */
export const herbarium = {
  name: 'Herbarium',
  payout_address: nobodysAddress,
  policy: { lock: false },
  metadata: { attributes: { Ink: '<ink>', artist: 'A. Printer' } },
} as const

/**
 * Makes a folder of `count` different images with a CSV that fits {@link herbarium}. Other images
 * than those of another folder have other numbers: what is known already is not made again.
 */
export const makePrints = async (
  folder: string,
  count: number,
  { first = 1, width = 120 }: { readonly first?: number; readonly width?: number } = {},
): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  const rows: string[] = []
  for (let number = first; number < first + count; number += 1) {
    const background = { r: (number * 37) % 256, g: number >> 8, b: number % 256 }
    await sharp({ create: { width, height: width * 0.75, channels: 3, background } })
      .png()
      .toFile(join(folder, `${number}.png`))
    rows.push(`Print${number},Print ${number},${number}.png,sepia,00${number}`)
  }
  writeFileSync(
    join(folder, 'prints.csv'),
    ['asset_name,name,image,ink,custom:edition', ...rows, ''].join('\n'),
  )
  return folder
}
