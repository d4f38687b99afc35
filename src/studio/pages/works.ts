import { markup, type Markup } from '#values/text/markup.ts'
import { nothing } from './page.ts'

export type Work = {
  readonly name: string
  readonly hasImage: boolean
  readonly imageUrl: string
}

/**
 * The first work large and the others in a strip below it: however many there are, the price stays
 * near. One alone has the page's title for its name.
 */
export const worksSection = (label: string, all: readonly Work[]): Markup => {
  const [first, ...others] = all
  if (first === undefined) return nothing
  if (others.length === 0)
    return markup`<section class="works" aria-label="${label}">${imageOf(first, 'eager')}</section>`
  return markup`<section class="works several" aria-label="${label}">
<div class="first">${imageOf(first, 'eager')}${nameOf(first)}</div>
<ul class="strip" tabindex="0" aria-label="${label}, the others">${others.map(
    (work) => markup`<li>${imageOf(work, 'lazy')}${nameOf(work)}</li>`,
  )}</ul></section>`
}

const imageOf = (work: Work, loading: 'eager' | 'lazy'): Markup =>
  tokenImage(work, work.imageUrl, loading)

const nameOf = ({ name }: Work): Markup => markup`<span class="name" title="${name}">${name}</span>`

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
