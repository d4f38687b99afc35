import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sample, sampleImages } from './resources.ts'

/** An image of the sample by its place in it, under another name but with its own ending. */
const copyImage = (index: number, folder: string, stem: string): string => {
  const image = sampleImages[index % sampleImages.length] ?? ''
  const name = `${stem}${image.slice(image.lastIndexOf('.'))}`
  copyFileSync(join(sample, image), join(folder, name))
  return name
}

/** A HashLips project with these editions, its layers and its list. */
export const hashlipsFolder = (folder: string, editions: readonly number[]): string => {
  for (const inner of ['build/images', 'build/json', 'layers/Eyes'])
    mkdirSync(join(folder, inner), { recursive: true })
  copyImage(0, join(folder, 'layers/Eyes'), 'Red#70')
  const tokens = editions.map((edition, index) => ({
    name: `Bean #${edition}`,
    description: 'A bean of the field',
    image: `ipfs://NewUriToReplace/${copyImage(index, join(folder, 'build/images'), String(edition))}`,
    dna: `dna${edition}`,
    edition,
    date: 1_650_000_000_000,
    attributes: [
      { trait_type: 'Eyes', value: index % 2 === 0 ? 'Red' : 'Blue' },
      { trait_type: 'Field', value: 'North' },
    ],
    compiler: 'HashLips Art Engine',
  }))
  for (const token of tokens)
    writeFileSync(join(folder, `build/json/${token.edition}.json`), JSON.stringify(token))
  writeFileSync(join(folder, 'build/json/_metadata.json'), JSON.stringify(tokens))
  return folder
}

/** Images alone, with these names before their endings. */
export const mediaFolder = (folder: string, stems: readonly string[]): string => {
  mkdirSync(folder, { recursive: true })
  for (const [index, stem] of stems.entries()) copyImage(index, folder, stem)
  return folder
}
