import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createMintingClient, type MintingClient } from '#app/api/client.ts'
import { openContentStore } from '#media/content/store.ts'
import { Database } from '#platform/db/database.ts'
import { createImageProcess, type ImageProcess } from '#media/images/process.ts'
import { createImports, type ImportsDeps } from '#app/imports/imports.ts'
import type { ImportRequest } from '#app/imports/inputs/inputs.ts'
import { importsSchema } from '#app/imports/journal/journal-schema.ts'
import { createLocalPinner } from '#media/pinning/local/provider.ts'
import { createPinSet, type PinSet } from '#media/pinning/pin-set.ts'
import type { Pinner } from '#media/pinning/pinner.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { Token } from '#contract/tokens/token.ts'
import { startStudio } from '#studio/start-studio.ts'
import { writeCsv } from './table/write-csv.ts'
import { testSeals } from '../../support/test-seals.ts'

/** Short waits: what is tested is their order, not their length. */
export const quickRetries = {
  attempts: 4,
  timeoutAttempts: 2,
  backoffMs: 5,
  longestMs: 1_000,
  settleMs: 5,
  graceMs: 2_000,
} as const

const apiKey = (): Secret => Secret.ofText('the-api-key-of-this-test')
const appId = 'test-app'

/** A folder of its own for everything that a test writes. */
export const freshFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'coldpress-import-'))

/** A real studio with a collection of one tag; its policy keys live in memory. */
export const openStudio = async (home: string) => {
  const content = await openContentStore({ dir: join(home, 'content') })
  const studio = await startStudio({
    database: join(home, 'studio.db'),
    content,
    network: 'devnet',
    appId,
    apiKey: apiKey(),
    keys: {
      storeKeys: () => Promise.resolve(),
      revealKeys: () => Promise.resolve([]),
      watchedWallet: async () => undefined,
      keptWallet: async () => undefined,
      createWallet: () => Promise.reject(new Error('nothing is sold here')),
      availability: async () => ({ isOpen: true, missing: [] }),
      witness: () => Promise.reject(new Error('nothing is signed here')),
      ...testSeals,
    },
  })
  const client = clientAt(studio.baseUrl)
  const collection = await client.createCollection({
    name: 'Test',
    payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
    policy: { lock: false },
    metadata: { name: '<name>', image: '<image>', attributes: { Colour: '<colour>' } },
  })
  return {
    baseUrl: studio.baseUrl,
    client,
    collectionId: collection.id,
    close: async () => {
      await studio.close()
      content.close()
    },
  }
}

/** A pin target of one place. */
export const pinSetOf = (pinner: Pinner): PinSet =>
  createPinSet({ name: pinner.name, pinners: [pinner] })

/** Its own repetitions are quick, so that those of the import are seen. */
export const clientAt = (baseUrl: string, timeoutMs = 5_000): MintingClient =>
  createMintingClient({
    baseUrl,
    appId,
    apiKey: apiKey(),
    timeoutMs,
    retry: { attempts: 2, baseMs: 1, capMs: 2 },
  })

/** `tokens.csv` and as many small images, each of another colour. */
export const makeFolder = async (folder: string, count: number): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (let index = 1; index <= count; index += 1) await makePicture(folder, index)
  await writeTable(folder, count)
}

export const makePicture = async (folder: string, index: number, colour = index): Promise<void> => {
  const background = { r: colour % 256, g: (colour * 37) % 256, b: (colour * 91) % 256 }
  const side = 48
  const photo = sharp({ create: { width: side, height: side, channels: 3, background } })
  await photo.png().toFile(join(folder, `${index}.png`))
}

/** A square that no packing makes much smaller than its pixels of three bytes. `side`: in pixels. */
export const makeNoisyPicture = async (
  folder: string,
  index: number,
  side: number,
): Promise<void> => {
  const noise = { type: 'gaussian', mean: 100 + index, sigma: 60 } as const
  const create = { width: side, height: side, channels: 3, background: 'black', noise } as const
  await sharp({ create })
    .png()
    .toFile(join(folder, `${index}.png`))
}

export const row = (index: number): readonly string[] => [
  `Token${index}`,
  `Token no ${index}`,
  `${index}.png`,
  `colour ${index}`,
]

export const writeTable = (
  folder: string,
  count: number,
  change: (cells: readonly string[], index: number) => readonly string[] = (cells) => cells,
): Promise<void> => {
  const rows = Array.from({ length: count }, (_, at) => change(row(at + 1), at + 1))
  const table = writeCsv([['asset_name', 'name', 'image', 'colour'], ...rows])
  return writeFile(join(folder, 'tokens.csv'), table)
}

/** An importer with its own home, against a service at some address. */
export const openImporter = async (
  home: string,
  baseUrl: string,
  change: Partial<ImportsDeps> = {},
) => {
  const db = new Database(join(home, 'app.db'), [importsSchema])
  const store = await openContentStore({ dir: join(home, 'content') })
  const images = createImageProcess({ inFlight: 3 })
  let processed = 0
  let checked = 0
  const counting: ImageProcess = {
    ...images,
    process: (job, signal) => {
      processed += 1
      return images.process(job, signal)
    },
    check: (source, signal) => {
      checked += 1
      return images.check(source, signal)
    },
  }
  let imagesAsked = 0
  const imports = createImports({
    db,
    store,
    images: () => {
      imagesAsked += 1
      return counting
    },
    pinSet: () => Promise.resolve(pinSetOf(createLocalPinner(store))),
    clientFor: () => Promise.resolve(clientAt(baseUrl)),
    retrySettings: quickRetries,
    ...change,
  })
  return {
    db,
    store,
    imports,
    imagesAsked: () => imagesAsked,
    processed: () => processed,
    checked: () => checked,
    close: async () => {
      await images.close()
      store.close()
      db.close()
    },
  }
}

export const requestFor = (
  folder: string,
  collectionId: string,
  change: Partial<ImportRequest> = {},
): ImportRequest => ({
  folder,
  collectionId,
  accountId: 'local',
  settings: { maxPixels: 16, format: 'keep', quality: 80 },
  pinner: 'local',
  ...change,
})

/** All that a collection holds, in an order of its own, without what differs from run to run. */
export const contentsOf = async (client: MintingClient, collectionId: string) => {
  const tokens: Token[] = []
  for await (const token of client.tokens(collectionId, { order: 'asc', size: 100 }))
    tokens.push(token)
  return tokens.map(({ asset_name, name, image, media_type, metadata_attributes }) => ({
    asset_name,
    name,
    image,
    media_type,
    colour: metadata_attributes?.[0]?.value,
  }))
}

export const temporaryFiles = (home: string): Promise<string[]> =>
  readdir(join(home, 'content', 'tmp'))

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true })
