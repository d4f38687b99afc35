/**
 * Publishes the width of a scroll bar, in pixels, as `--scrollbar`: none on systems that draw it
 * over the content. Layouts use it to align what scrolls with what does not.
 */
export const measureScrollbar = (): void => {
  const probe = document.createElement('div')
  probe.style.overflow = 'scroll'
  probe.style.position = 'absolute'
  document.body.append(probe)
  const width = probe.offsetWidth - probe.clientWidth
  probe.remove()
  document.documentElement.style.setProperty('--scrollbar', `${width}px`)
}
