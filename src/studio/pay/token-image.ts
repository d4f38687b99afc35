import { markup, type Markup } from '#values/text/markup.ts'

/**
 * A token's image in a frame of fixed proportions, so that nothing moves when it arrives.
 * @param loading `eager` for what a visitor sees first
 */
export const tokenImage = (
  { name, hasImage }: { readonly name: string; readonly hasImage: boolean },
  address: string,
  loading: 'eager' | 'lazy' = 'lazy',
): Markup =>
  hasImage
    ? markup`<span class="art"><img src="${address}" alt="Image of ${name}" loading="${loading}" decoding="async" width="640" height="640"></span>`
    : markup`<span class="art">No preview</span>`
