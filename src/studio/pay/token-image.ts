import { markup, type Markup } from '#shared/markup.ts'

/**
 * A token's image in a frame of fixed proportions, so that nothing moves when it arrives.
 */
export const tokenImage = (
  { name, hasImage }: { readonly name: string; readonly hasImage: boolean },
  address: string,
): Markup =>
  hasImage
    ? markup`<span class="art"><img src="${address}" alt="Image of ${name}" loading="lazy" decoding="async" width="320" height="320"></span>`
    : markup`<span class="art">No preview</span>`
