import { loadOfPage } from './page-loads.ts'
import { sceneBytes, type SourceFile } from './source-file.ts'

/** Of a page or a drawing, this much is judged; what follows in a larger one is not. */
const pageBytes = 16 * 1024 * 1024

/** How much of a work is read to learn what it loads: nothing of those that load nothing. */
export const bytesToJudge = (mediaType: string, size: number): number =>
  Math.min(size, judged[mediaType] ?? 0)

const judged: Readonly<Record<string, number>> = {
  'text/html': pageBytes,
  'image/svg+xml': pageBytes,
  'model/gltf+json': sceneBytes,
  'model/gltf-binary': sceneBytes,
}

/**
 * The first address that a work loads from elsewhere: a token holds one file for each work, and
 * where it is shown there may be no network.
 * @param most {@link bytesToJudge} of it
 */
export const loadOfWork = async (
  file: SourceFile,
  mediaType: string,
  most: number,
): Promise<string | undefined> => {
  if (mediaType === 'model/gltf-binary')
    return loadOfScene(await file.readStart(Math.min(most, jsonEndOfGlb(file.head))))
  const bytes = await file.readStart(most)
  return mediaType === 'model/gltf+json'
    ? loadOfScene(bytes)
    : loadOfPage(new TextDecoder('utf-8').decode(bytes))
}

/** GLB (glTF 2.0, section 4.4): a header of 12 bytes, then the length, type and content of the JSON chunk. */
const jsonEndOfGlb = (head: Uint8Array): number =>
  head.length < 20 ? 0 : 20 + Buffer.from(head.subarray(12, 16)).readUInt32LE(0)

/** A glTF names its buffers and images by their addresses; one that holds them has `data:` there. */
const loadOfScene = (bytes: Buffer): string | undefined =>
  /"uri"\s*:\s*"(?!data:)([^"]{1,200})/u.exec(bytes.toString('utf8'))?.[1]
