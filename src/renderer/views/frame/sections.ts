import {
  HandCoins,
  Images,
  Inbox,
  KeyRound,
  type LucideIcon,
  ScrollText,
  Settings,
  Signature,
} from 'lucide-react'

/** The places of the sidebar, in its order. */
export const navigation = [
  { view: 'collections', Icon: Images },
  { view: 'import', Icon: Inbox },
  { view: 'sales', Icon: HandCoins },
  { view: 'policies', Icon: KeyRound },
  { view: 'signing', Icon: Signature },
  { view: 'events', Icon: ScrollText },
  { view: 'settings', Icon: Settings },
] as const

export const iconOfSection = (name: string): LucideIcon | undefined =>
  navigation.find(({ view }) => view === name)?.Icon
