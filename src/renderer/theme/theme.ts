import { createTheme, Menu, Modal, PasswordInput, Tooltip } from '@mantine/core'
import { text } from '../text/en.ts'

/**
 * Colours and scales stand in tokens.css: the content security policy (electron.md row 6) lets no
 * style element in, so neither the provider nor a part of the kit may write one.
 */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 5 },
  defaultRadius: 'var(--radius)',
  respectReducedMotion: true,
  components: {
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
      styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 } },
    }),
    PasswordInput: PasswordInput.extend({ defaultProps: { visibilityToggleFocusable: true } }),
    Menu: Menu.extend({
      // Inside the landmark that it belongs to, and with nothing in it but items: axe asks for both.
      defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: {
        openDelay: 300,
        withinPortal: true,
        multiline: true,
        maw: 420,
        events: { hover: true, focus: true, touch: false },
      },
    }),
  },
})
