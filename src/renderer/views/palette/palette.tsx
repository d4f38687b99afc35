import { Box, Kbd } from '@mantine/core'
import { Spotlight, useSpotlight } from '@mantine/spotlight'
import { Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { shortcutLabel } from '#contract/commands.ts'
import { isMac } from '#renderer/stores/is-mac.ts'
import { palette, paletteStore, useUsedItems } from '#renderer/stores/palette.ts'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { useReturnFocus } from '#renderer/ui/use-return-focus.ts'
import { type FoundGroup, findItems, type PaletteItem, recentItems } from './find-items.ts'
import styles from './palette.module.css'
import { usePaletteGroups } from './use-palette-groups.ts'

const words = text.palette

/** Everything that can be reached or done, found by its name. */
export const Palette = () => {
  const { opened } = useSpotlight(paletteStore)
  // Closed, Mantine would leave an empty element outside the page's landmarks.
  if (!opened) return null
  return (
    <Spotlight.Root
      store={paletteStore}
      // The table of commands has its keys.
      shortcut={null}
      // Locking the page's scroll would write a style element.
      lockScroll={false}
      returnFocus={false}
      // The dialog's name for screen readers; the search says the same to everybody else.
      title={words.title}
      classNames={{ header: ui['unseen'] ?? '' }}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      centered={false}
      size="38rem"
    >
      <Content />
    </Spotlight.Root>
  )
}

const Content = () => {
  useReturnFocus()
  const { query } = useSpotlight(paletteStore)
  const [chosen, setChosen] = useState('')
  const groups = usePaletteGroups(query)
  const used = useUsedItems(({ ids }) => ids)
  const found = findItems(
    [
      { title: words.groups.used, isFirst: true, items: recentItems(groups, used) },
      ...groups,
    ].slice(query.trim() === '' ? 0 : 1),
    query,
    used,
  )
  const ids = found.flatMap(({ items }) => items.map(({ id }) => id)).join('\n')
  useEffect(() => {
    // Also when a list arrives after the text was typed.
    selectFirst()
    setChosen(chosenText())
  }, [ids, query])
  return (
    <>
      <Spotlight.Search
        aria-label={words.search}
        placeholder={words.search}
        size="md"
        // At once: Mantine gives the focus later, and the first letters would go elsewhere.
        autoFocus
        data-autofocus
        leftSection={<Search size={18} aria-hidden />}
        onKeyUp={() => setChosen(chosenText())}
      />
      <Spotlight.ActionsList role="group" aria-label={words.results} {...scrollsByKeyboard}>
        {found.map((group) => (
          <Group key={group.title} group={group} />
        ))}
        {found.length === 0 && <Spotlight.Empty>{words.nothing(query.trim())}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      {/* The list is moved through from the search, which keeps the focus. */}
      <div role="status" className={ui['unseen']}>
        {found.length === 0 ? words.nothing(query.trim()) : chosen}
      </div>
    </>
  )
}

/** Of the scrolled area, which Mantine's own types of this list leave out. */
const scrollsByKeyboard = { viewportProps: { tabIndex: 0 } }

/** The rows as they stand in the document, where Mantine marks the selected one. */
const rowsList = (): HTMLElement | null => document.getElementById(paletteStore.getState().listId)

const chosenText = (): string => rowsList()?.querySelector('[data-selected]')?.textContent ?? ''

/** Selects as Mantine does when something is typed. */
const selectFirst = (): void => {
  rowsList()?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  rowsList()?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  paletteStore.updateState((state) => ({ ...state, selected: 0 }))
}

const Group = ({ group }: { readonly group: FoundGroup }) => {
  const { title, items, left } = group
  const titleId = useId()
  return (
    <div role="group" aria-labelledby={titleId} className={styles['group']}>
      <Box id={titleId} px="sm" py={4} fw={600} className={ui['small']}>
        {title}
      </Box>
      {items.map(({ id, picture, label, hint, keys, run }) => (
        <Spotlight.Action
          key={id}
          className={styles['action'] ?? ''}
          onClick={() => {
            // First, so that a dialog that opens gives the focus back to where it was.
            flushSync(palette.close)
            useUsedItems.getState().add(id)
            run()
          }}
        >
          <Picture of={picture} />
          <span className={styles['label']}>
            <CutText isMany>{label}</CutText>
            {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
          </span>
          {keys !== undefined && <Kbd size="xs">{shortcutLabel(keys, isMac)}</Kbd>}
        </Spotlight.Action>
      ))}
      {left > 0 && (
        <Box component="p" px="sm" py={4} className={ui['small']}>
          {words.more(left)}
        </Box>
      )}
    </div>
  )
}

const Picture = ({ of: Shown }: { readonly of: PaletteItem['picture'] }) => (
  <span className={styles['picture']}>
    {'cid' in Shown ? (
      <TokenImage {...Shown} alt="" size={96} isSmall />
    ) : (
      <Shown size={17} aria-hidden />
    )}
  </span>
)
