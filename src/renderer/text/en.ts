import { bin } from './en/bin.ts'
import { collections, rarity } from './en/collections.ts'
import { common, qr } from './en/common.ts'
import { computer } from './en/computer.ts'
import { eventWords } from './en/events.ts'
import { frame } from './en/frame.ts'
import { importing } from './en/import.ts'
import { minting } from './en/minting.ts'
import { drop, menu, paletteWords } from './en/palette.ts'
import { picking } from './en/picking.ts'
import { policies } from './en/policies.ts'
import { reasons, way } from './en/way.ts'
import { sales } from './en/sales.ts'
import { settingsWords } from './en/settings.ts'
import { shops } from './en/shops.ts'
import { signing } from './en/signing.ts'
import { start } from './en/start.ts'

/**
 * The window's own words. Others come from the contract (statuses, rules, errors of sales), from app, studio
 * and main; a translation would need all of them.
 */
export const text = {
  common,
  frame,
  palette: paletteWords,
  menu,
  drop,
  start,
  collections,
  bin,
  way,
  reasons,
  importing,
  minting,
  picking,
  rarity,
  sales,
  shops,
  policies,
  signing,
  qr,
  events: eventWords,
  settings: settingsWords,
  computer,
}
