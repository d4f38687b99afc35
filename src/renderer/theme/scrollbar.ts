/**
 * Publishes the width of a scroll bar, in pixels, as `--scrollbar`: none on systems that draw it
 * over the content. Layouts use it to align what scrolls with what does not. Where a system's own
 * bar takes room, base.css draws a thinner one without arrows.
 */
export const measureScrollbar = (): void => {
  const { dataset, style } = document.documentElement
  if (scrollbarWidth() > 0) dataset['scrollbars'] = 'drawn'
  style.setProperty('--scrollbar', `${scrollbarWidth()}px`)
}

const scrollbarWidth = (): number => {
  const probe = document.createElement('div')
  probe.style.overflow = 'scroll'
  probe.style.position = 'absolute'
  document.body.append(probe)
  const width = probe.offsetWidth - probe.clientWidth
  probe.remove()
  return width
}
