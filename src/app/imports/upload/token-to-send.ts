import { ColdpressError } from '#values/errors/errors.ts'
import { Cid, ipfsUri } from '#media/content/cid.ts'
import type { Item, ItemImage, ItemWork } from '../journal/journal-schema.ts'
import { sentMediaType, workAttributes } from '../plan/metadata-input.ts'
import type { TokenToSend } from './reconcile.ts'

/** The request's text for an item whose image and works have their CIDs by now. */
export const tokenToSend = (
  item: Pick<Item, 'asset_name' | 'row' | 'request' | 'before' | 'token_id' | 'image' | 'works'>,
  made: { readonly cid: string | null; readonly mediaType: string | null },
): TokenToSend => ({
  assetName: item.asset_name,
  row: item.row,
  request: withWorks(withMediaType(item, made.mediaType), item.works),
  image: imageText(item.image, made.cid),
  ...(item.before === null || item.token_id === null
    ? {}
    : { target: { id: item.token_id, before: item.before } }),
})

const imageText = (image: ItemImage, cid: string | null): string => {
  if (image.kind === 'ipfs') return image.uri
  if (image.kind === 'url') return image.url
  if (cid !== null) return ipfsUri(Cid(cid))
  throw new ColdpressError('internal', `${image.file.name} was to be sent before it has a CID.`)
}

const withWorks = (
  request: TokenToSend['request'],
  works: readonly ItemWork[],
): TokenToSend['request'] =>
  works.length === 0
    ? request
    : {
        ...request,
        metadata_attributes: [
          ...(request.metadata_attributes ?? []),
          ...works.flatMap((work) => workAttributes(work, sentFieldsOf(work))),
        ],
      }

const sentFieldsOf = ({ file, cid, mediaType }: ItemWork) => {
  if (cid !== null && mediaType !== null) return { uri: ipfsUri(Cid(cid)), mediaType }
  throw new ColdpressError('internal', `${file.name} was to be sent before it has a CID.`)
}

const withMediaType = (
  { request, image }: Pick<Item, 'request' | 'image'>,
  made: string | null,
): TokenToSend['request'] => {
  if (image.kind !== 'file' || made === null) return request
  return { ...request, media_type: sentMediaType(request.media_type, made) }
}
