import type { MouseEvent } from 'react'
import {
  ActionIcon,
  Button,
  createTheme,
  InputWrapper,
  Menu,
  Modal,
  PasswordInput,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { text } from '../text/en.ts'

/** The second click of a double click does nothing: what the first one did may have ended already. */
const ignoreSecondClick = (event: MouseEvent): void => {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Colours and scales are in tokens.css: the content security policy allows no style element, so
 * neither the provider nor a component of Mantine may write one. A style prop of one value works, because
 * a script sets it; one for several widths and SimpleGrid write an element, so such layouts are in CSS
 * modules.
 */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 5 },
  defaultRadius: 'var(--radius)',
  respectReducedMotion: true,
  components: {
    // What is pressed is as high as a field, or as a small field: `xs`, all compact sizes, and icons.
    ActionIcon: ActionIcon.extend({
      vars: (_theme, { size }) => ({
        root: {
          '--ai-size':
            size === 'lg' || size === 36 ? 'var(--control-height)' : 'var(--control-height-small)',
        },
      }),
    }),
    Button: Button.extend({
      defaultProps: { attributes: { root: { onClickCapture: ignoreSecondClick } } },
      vars: (_theme, { size }) => ({
        root:
          typeof size === 'string' && size.startsWith('compact')
            ? { '--button-height': 'var(--control-height-small)' }
            : {},
      }),
    }),
    InputWrapper: InputWrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      vars: () => ({
        label: {},
        description: { '--input-description-size': 'var(--mantine-font-size-xs)' },
        error: { '--input-error-size': 'var(--mantine-font-size-xs)' },
        success: {},
      }),
    }),
    // Locking the page's scroll would write a style element; the window itself never scrolls.
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        centered: true,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': text.common.close },
        // Its header element would be a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      styles: {
        title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 },
        // Nothing moves when the content grows beyond the dialog.
        content: { scrollbarGutter: 'stable both-edges' },
      },
    }),
    PasswordInput: PasswordInput.extend({ defaultProps: { visibilityToggleFocusable: true } }),
    SegmentedControl: SegmentedControl.extend({
      vars: (_theme, { size }) => ({
        root: {
          '--sc-padding': size === 'xs' ? '0.125rem var(--space-2)' : '0.25rem var(--space-3)',
        },
      }),
    }),
    Select: Select.extend({ defaultProps: { allowDeselect: false } }),
    TextInput: TextInput.extend({ defaultProps: { autoComplete: 'off' } }),
    Textarea: Textarea.extend({ defaultProps: { autoComplete: 'off' } }),
    Menu: Menu.extend({
      // In its own landmark, with only items inside: axe requires both.
      defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: {
        openDelay: 300,
        withinPortal: true,
        multiline: true,
        maw: 420,
        // A hash has no blank to break at.
        styles: { tooltip: { overflowWrap: 'anywhere' } },
        events: { hover: true, focus: true, touch: false },
      },
    }),
  },
})
