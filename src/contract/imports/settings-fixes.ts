import type { IssueRule } from './import-rules.ts'

/** The part of an import's image settings that a fix may change. */
type Changed = {
  readonly maxPixels?: number
  readonly format?: 'webp'
  readonly square?: true
  readonly withoutLocation?: true
  readonly srgb?: true
}

/** What fixes the issues of a rule in all images at once: other settings, and not another table. */
export type SettingsFix = {
  /** Of a button. */
  readonly label: string
  /** What has been done, after "Fixed:". */
  readonly done: string
  readonly settings: Changed
  /** It makes every image smaller, so `all` does not include it. */
  readonly losesDetail?: true
}

/** A WebP of this size and quality 90 has some 100 to 400 kB; 1,024 pixels fill any wallet's card. */
const resize: SettingsFix = {
  label: 'Resize all to 1,024 pixels (WebP)',
  done: 'images become WebP of at most 1,024 pixels',
  settings: { maxPixels: 1024, format: 'webp' },
  losesDetail: true,
}

const fixes: Partial<Record<IssueRule, SettingsFix>> = {
  image_not_square: {
    label: 'Cut all to squares',
    done: 'the middle of each image is cut out to a square',
    settings: { square: true },
  },
  image_heavy: resize,
  image_huge: resize,
  image_location: {
    label: 'Remove location data',
    done: 'images that say where they were taken are re-encoded without it',
    settings: { withoutLocation: true },
  },
  image_colours: {
    label: 'Make all colours sRGB',
    done: 'images with other colours are re-encoded in sRGB, with 8 bits a channel',
    settings: { srgb: true },
  },
}

/** The settings that fix a rule's issues; undefined where a rule is fixed in the table or by hand. */
export const settingsFix = (rule: string): SettingsFix | undefined =>
  Object.entries(fixes).find(([known]) => known === rule)?.[1]

/** The rules that {@link settingsFix} knows. */
export const settingsRules: readonly string[] = Object.keys(fixes)
