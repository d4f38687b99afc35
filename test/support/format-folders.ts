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

/** A drop of OpenSea Studio: a table with these numbers, and an image for each. */
export const openseaFolder = (folder: string, numbers: readonly number[]): string => {
  mkdirSync(folder, { recursive: true })
  const rows = numbers.map((number, index) =>
    [
      number,
      `Shell #${number}`,
      'From the beach',
      copyImage(index, folder, String(number)),
      'Spiral',
    ].join(','),
  )
  const header = 'tokenID,name,description,file_name,attributes[Shape]'
  writeFileSync(join(folder, 'drop.csv'), [header, ...rows, ''].join('\r\n'))
  return folder
}

/** Files for NMKR Studio: metadata beside each image, and a PDF that belongs to it. */
export const nmkrFolder = (folder: string, numbers: readonly number[]): string => {
  mkdirSync(folder, { recursive: true })
  for (const [index, number] of numbers.entries()) {
    const stem = `Moss #${number}`
    copyImage(index, folder, stem)
    writeFileSync(join(folder, `${stem}.subfile.1.pdf`), `%PDF-1.7 moss ${number}`)
    const facts = {
      name: stem,
      image: '<ipfs_link>',
      mediaType: '<mime_type>',
      Wood: `Oak ${index}`,
    }
    writeFileSync(
      join(folder, `${stem}.metadata`),
      JSON.stringify({ 721: { '<policy_id>': { '<asset_name>': facts }, version: '1.0' } }),
    )
  }
  return folder
}

/** The folder `assets` of a Sugar project, with the collection's own image. */
export const sugarFolder = (folder: string, numbers: readonly number[]): string => {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, value: object): void =>
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(value))
  for (const [index, number] of numbers.entries())
    write(String(number), {
      name: `Pebble #${number}`,
      symbol: 'PEB',
      description: 'A pebble',
      image: copyImage(index, folder, String(number)),
      attributes: [{ trait_type: 'Grain', value: `Grain ${index}` }],
      seller_fee_basis_points: 500,
    })
  write('collection', { name: 'River Pebbles', image: copyImage(0, folder, 'collection') })
  return folder
}

/** Images alone, with these names before their endings. */
export const mediaFolder = (folder: string, stems: readonly string[]): string => {
  mkdirSync(folder, { recursive: true })
  for (const [index, stem] of stems.entries()) copyImage(index, folder, stem)
  return folder
}
