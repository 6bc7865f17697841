/**
 * Keeps the page correct while another program rewrites its text. Translators in browsers replace text nodes
 * with `<font>` elements. Svelte keeps references to the nodes that it created. Text that Svelte writes into
 * a removed node is not visible, and a block that starts with a removed node is never removed.
 */

/** The nodes that replace a text node of the page. */
interface StandIn {
  readonly nodes: readonly ChildNode[];
  /** The text of the page's node when it was replaced. */
  readonly text: string;
  readonly stopObserving: () => void;
}

/**
 * Inserts each replaced text node again, empty, before the nodes that replace it. The replacement then
 * follows the node: it is removed when the page changes the text or removes the node, and moved when the page
 * moves the node.
 * @returns a function that stops the observation
 */
export function followTranslations(root: Node): () => void {
  const standIns = new Map<Text, StandIn>();
  const owners = new WeakMap<Node, Text>();
  /**
   * Nodes that were taken out of a wrapper of the translator once. This is not repeated, because the
   * translator would wrap them again in an endless loop.
   */
  const ownNodes = new WeakSet<Text>();

  function end(node: Text): void {
    const standIn = standIns.get(node);
    if (standIn === undefined) return;
    standIns.delete(node);
    standIn.stopObserving();
    for (const other of standIn.nodes) other.remove();
  }

  function startFollowing(node: Text, nodes: readonly ChildNode[]): void {
    const [first] = nodes;
    if (first?.parentNode == null) return;
    const isWrapped = nodes.some((other) => other.contains(node));
    if (isWrapped && ownNodes.has(node)) return;
    first.before(node);
    if (isWrapped) {
      ownNodes.add(node);
      for (const other of nodes) if (other.textContent === '') other.remove();
      return;
    }
    const text = node.data;
    node.data = '';
    const textObserver = new MutationObserver(() => end(node));
    textObserver.observe(node, { characterData: true });
    standIns.set(node, { nodes, text, stopObserving: () => textObserver.disconnect() });
    for (const other of nodes) owners.set(other, node);
  }

  /** Handles a replaced text node that the page has removed or moved. */
  function follow(node: Text, { nodes }: StandIn): void {
    if (node.isConnected) node.after(...nodes);
    else end(node);
  }

  /** Restores the text if the translator has removed the nodes that replaced it. */
  function restore(node: Text): void {
    const standIn = standIns.get(node);
    if (standIn === undefined || standIn.nodes.some(({ isConnected }) => isConnected)) return;
    end(node);
    if (node.data === '') node.data = standIn.text;
  }

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      for (const node of record.removedNodes) {
        const owner = owners.get(node);
        if (owner !== undefined) restore(owner);
        if (!(node instanceof Text)) continue;
        const standIn = standIns.get(node);
        if (standIn !== undefined) follow(node, standIn);
        else if (node.data.trim() !== '' && (!node.isConnected || node.parentNode?.nodeName === 'FONT'))
          startFollowing(
            node,
            replacement(record, (other) => !owners.has(other) && wasAdded(other, records)),
          );
      }
    }
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Returns the nodes that replaced the only text node that a record removes, or none if the page itself
 * removed the node. Svelte inserts and removes nodes in separate steps, and inserts no `<font>`.
 */
function replacement(
  { addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord,
  isNew: (node: Node) => boolean,
): readonly ChildNode[] {
  if (removedNodes.length === 1 && addedNodes.length > 0) return [...addedNodes] as ChildNode[];
  const neighbours = [previousSibling, nextSibling] as (ChildNode | null)[];
  return neighbours
    .filter((node) => node !== null)
    .filter((node) => node.nodeName === 'FONT' && isNew(node))
    .slice(0, 1);
}

function wasAdded(node: Node, records: readonly MutationRecord[]): boolean {
  return records.some(({ addedNodes }) => [...addedNodes].includes(node));
}
