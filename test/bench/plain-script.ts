import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { create } from 'kubo-rpc-client'
import sharp from 'sharp'
import { z } from 'zod'

/**
 * What a creator writes for one collection: resize an image, add it to the IPFS node, send its
 * token, then the next one. It remembers nothing, and says on standard error which tokens the
 * service did not take.
 */
const { images, folder, node, tokens, apiKey } = z
  .object({
    images: z.array(z.string()),
    /** Gets the resized images. */
    folder: z.string(),
    /** The node's RPC interface. */
    node: z.string(),
    /** Where tokens are sent to. */
    tokens: z.string(),
    apiKey: z.string(),
  })
  .parse(await json(process.stdin))

const ipfs = create({ url: node })
for (const [at, image] of images.entries()) {
  const resized = join(folder, basename(image))
  await sharp(image)
    .resize(1024, 1024, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toFile(resized)
  const { cid } = await ipfs.add(await readFile(resized), { cidVersion: 0, rawLeaves: false })
  const token = {
    asset_name: `Plain${at + 1}`,
    name: `Plain ${at + 1}`,
    media_type: 'image/png',
    image: `ipfs://${cid.toString()}`,
  }
  const answer = await fetch(tokens, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ tokens: [token] }),
  })
  if (!answer.ok) console.error(`${token.asset_name}: ${answer.status} ${await answer.text()}`)
}
