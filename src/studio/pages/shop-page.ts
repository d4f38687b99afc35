import { countText, numberText } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { networkLine, type PaidCollection } from './collection-line.ts'
import { cutText, nothing, openGraph, payPage } from './page.ts'
import { adaInWords } from './paying.ts'
import {
  type ShopFilter,
  type ShopSort,
  shopSorts,
  type ShopWorks,
  type ShownWork,
  traitText,
} from './shop-works.ts'
import type { TokenStatus } from '#contract/tokens/token.ts'
import { tokenImage } from './works.ts'

export type ShopPage = {
  readonly collection: PaidCollection
  readonly description: string | null
  /** What {@link aboutCollection} says. */
  readonly details: Markup
  readonly works: ShopWorks
  readonly filter: ShopFilter
  readonly path: string
  /** Where buyers open it. */
  readonly link: string
}

/** In view on a phone; the others are loaded when they come near. */
const firstInView = 4
const longestDescription = 2_000

/** The page of a collection: its priced works, the sold ones marked. It runs no script. */
export const shopPage = (page: ShopPage): string => {
  const { collection, works, link, description } = page
  const { name, creator, network } = collection
  const pictured = works.works.find(({ hasImage }) => hasImage)
  return payPage({
    title: name,
    refreshSeconds: undefined,
    scripts: [],
    head: openGraph({
      title: name,
      description: summaryOf(works),
      link,
      picture: pictured && `${link}/picture/${pictured.id}`,
    }),
    content: markup`<div class="gallery">
${networkLine(network)}<h1>${name}</h1>
<p class="soft">${creator === undefined ? '' : `by ${creator} · `}${summaryOf(works)}</p>
${filterPart(page)}
${worksList(page)}
${pageLinks(page)}
${description === null ? nothing : markup`<p>${cutText(description, longestDescription)}</p>`}
${page.details}
</div>`,
  })
}

/** `24 works, 20 of them available, from 25 ADA` */
const summaryOf = ({ all, available, lowest }: ShopWorks): string => {
  if (all === 0) return 'Nothing is for sale at the moment.'
  if (available === 0) return `${countText(all, 'work')}, all sold or reserved`
  const free = available === all ? '' : `, ${numberText(available)} available`
  return `${countText(all, 'work')}${free}${lowest === undefined ? '' : `, from ${adaInWords(lowest)}`}`
}

const filterPart = ({ works, filter }: ShopPage): Markup => {
  const { traits, all, available, hasPrices } = works
  const canFilter = traits.length > 0 || (available < all && available > 0)
  if (!canFilter && !hasPrices && !isChosen(filter)) return nothing
  const open = isChosen(filter) ? markup` open` : nothing
  return markup`<details class="filters"${open}><summary>${canFilter ? 'Filter and sort' : 'Sort'}</summary>
<form method="get">
${hasPrices || filter.sort !== undefined ? sortChoice(filter) : nothing}
${traits.map(({ name, values }) => traitChoice(name, values, filter.traits))}
<label class="check"><input type="checkbox" name="available" value="yes"${filter.isAvailable ? markup` checked` : nothing}> Available only</label>
<button type="submit">Show</button>
</form></details>`
}

const sortWords: Readonly<Record<ShopSort, string>> = {
  lowest: 'Lowest price first',
  highest: 'Highest price first',
}

const sortChoice = ({ sort }: ShopFilter): Markup =>
  markup`<label>Sort<select name="sort"><option value="">As added</option>${shopSorts.map(
    (name) =>
      markup`<option value="${name}"${name === sort ? markup` selected` : nothing}>${sortWords[name]}</option>`,
  )}</select></label>`

const traitChoice = (name: string, values: readonly string[], chosen: readonly string[]): Markup =>
  markup`<label>${name}<select name="trait"><option value="">All</option>${values.map((value) => {
    const text = traitText(name, value)
    return markup`<option value="${text}"${chosen.includes(text) ? markup` selected` : nothing}>${value}</option>`
  })}</select></label>`

const isFiltered = ({ traits, isAvailable }: ShopFilter): boolean =>
  traits.length > 0 || isAvailable

const isChosen = (filter: ShopFilter): boolean => isFiltered(filter) || filter.sort !== undefined

const worksList = ({ works: { works, all }, filter, path }: ShopPage): Markup => {
  if (works.length > 0)
    return markup`<ul class="shop">${works.map((work, index) => workItem(work, path, index))}</ul>`
  return all > 0 && (isFiltered(filter) || filter.page > 1)
    ? markup`<p>No works match. <a href="?">Show all works</a></p>`
    : nothing
}

/** In place of the price of what cannot be bought. */
const marks: Readonly<Partial<Record<TokenStatus, string>>> = {
  RESERVED: 'Reserved',
  MINTING: 'Sold',
  COMPLETED: 'Sold',
}

const workItem = (work: ShownWork, path: string, index: number): Markup => {
  const { id, name, status, price } = work
  const mark = marks[status]
  return markup`<li${mark === undefined ? nothing : markup` class="gone"`}><a href="/pay/token/${id}">${tokenImage(
    work,
    `${path}/picture/${id}`,
    index < firstInView ? 'eager' : 'lazy',
  )}
<span class="name">${name}</span> <span class="price">${mark ?? adaInWords(price)}</span></a></li>`
}

/** The address of a page of works, with what was chosen. */
const pageAddress = ({ traits, isAvailable, sort }: ShopFilter, page: number): string => {
  const query = new URLSearchParams()
  for (const trait of traits) query.append('trait', trait)
  if (isAvailable) query.set('available', 'yes')
  if (sort !== undefined) query.set('sort', sort)
  query.set('page', String(page))
  return `?${query.toString()}`
}

const pageLinks = ({ works: { pages }, filter }: ShopPage): Markup => {
  const { page } = filter
  if (pages <= 1) return nothing
  const to = (target: number, label: string): Markup =>
    target < 1 || target > pages
      ? markup`<span></span>`
      : markup`<a href="${pageAddress(filter, target)}" class="button plain">${label}</a>`
  return markup`<nav class="pages" aria-label="Pages">${to(page - 1, 'Previous')}
<span>Page ${page} of ${pages}</span>
${to(page + 1, 'Next')}</nav>`
}
