import { markup, type Markup } from '../../shared/markup.ts'

/**
 * A token's picture in a frame of fixed proportions, so that nothing moves when it arrives.
 */
export const artOf = (
  { name, hasPicture }: { readonly name: string; readonly hasPicture: boolean },
  address: string,
): Markup =>
  hasPicture
    ? markup`<span class="art"><img src="${address}" alt="Picture of ${name}" loading="lazy" decoding="async" width="320" height="320"></span>`
    : markup`<span class="art">No preview</span>`
