import { z } from 'zod'
import { documentText, listOf, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { exampleIds, exampleImage } from '../examples.ts'

/** The page on which visitors see the priced tokens of a collection. */
export const collectionShop = z
  .object({
    collection_id: shortText,
    is_published: z.boolean(),
    /** Where it is, once it is published. */
    link: shortText,
    /** Tokens that it shows: those with a price that are for sale, reserved or sold. */
    work_count: z.int().nonnegative(),
  })
  .meta({
    id: 'Shop',
    examples: [
      {
        collection_id: exampleIds.collection,
        is_published: true,
        link: `https://shop.example.com/pay/collection/${exampleIds.collection}`,
        work_count: 24,
      },
    ],
  })
export type Shop = z.output<typeof collectionShop>

export const shopChange = z
  .object({ is_published: z.boolean() })
  .meta({ id: 'ShopChange', examples: [{ is_published: true }] })

export const shopWork = z
  .object({ token_id: shortText, image: documentText, has_picture: z.boolean() })
  .meta({
    id: 'ShopWork',
    examples: [{ token_id: exampleIds.token, image: exampleImage, has_picture: false }],
  })
export type ShopWork = z.output<typeof shopWork>

/** Of a small picture, which is a JPEG. A page shows 48 of them. */
export const shopPicture = { longestSide: 480, maxBytes: 200_000 } as const

/** Small pictures of works; `jpeg` in base64. */
export const shopPictures = z
  .object({
    pictures: listOf(z.object({ token_id: shortText, jpeg: documentText }))
      .min(1, 'empty, at least one picture is required')
      .max(limits.tokensPerRequest),
  })
  .meta({
    id: 'ShopPictures',
    examples: [{ pictures: [{ token_id: exampleIds.token, jpeg: '/9j/4AAQSkZJRg==' }] }],
  })

export const shopPicturesAdded = z
  .object({ added: z.int().nonnegative() })
  .meta({ id: 'ShopPicturesAdded', examples: [{ added: 1 }] })
