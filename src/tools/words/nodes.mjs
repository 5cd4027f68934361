// Reads the nodes of a source for extract.mjs, and writes JSX.

/** The text of JSX as the compiler renders it: lines are joined by one blank, blanks at their ends are removed. */
export function drawn(raw) {
  const lines = raw.split(/\r\n|\n|\r/);
  return lines
    .map((line, at) => {
      const text = line.replace(/\t/g, ' ');
      return at === 0 && at === lines.length - 1
        ? text
        : at === 0
          ? text.trimEnd()
          : at === lines.length - 1
            ? text.trimStart()
            : text.trim();
    })
    .filter((line, at) => line !== '' || (at === 0 && lines.length === 1))
    .join(' ');
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
export const unescaped = (text) => text.replace(/&(\w+);/g, (all, name) => ENTITIES[name] ?? all);

/** The name of an expression's placeholder in a message: the last word of the expression. */
export function holeName(node) {
  switch (node?.type) {
    case 'Identifier':
      return /^(Math|String|Number|Array|Object|JSON)$/.test(node.name) ? 'value' : node.name;
    case 'MemberExpression':
    case 'ChainExpression': {
      const inner = node.type === 'ChainExpression' ? node.expression : node;
      if (inner.type !== 'MemberExpression') return holeName(inner);
      if (inner.property?.name === 'length') return holeName(inner.object);
      return !inner.computed && inner.property?.type === 'Identifier' ? inner.property.name : holeName(inner.object);
    }
    case 'CallExpression': {
      const { callee } = node;
      const first = holeName(node.arguments[0]);
      if (first !== 'value' && node.arguments[0]?.type !== 'ConditionalExpression') return first;
      return callee.type === 'MemberExpression' ? holeName(callee.object) : holeName(callee);
    }
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'AwaitExpression':
      return holeName(node.expression ?? node.argument);
    case 'BinaryExpression':
      return holeName(node.left);
    case 'UnaryExpression':
      return holeName(node.argument);
    case 'LogicalExpression':
      return node.operator === '&&' ? holeName(node.right) : holeName(node.left);
    default:
      return 'value';
  }
}

/** The children that are drawn: no comments, no blank lines. */
export const drawnChildren = ({ children = [] }) =>
  children.filter((one) => !(one.type === 'JSXText' && drawn(one.value) === '') && !isComment(one));

const isComment = (node) => node.type === 'JSXExpressionContainer' && node.expression.type === 'JSXEmptyExpression';
export const tagName = (name) =>
  name.type === 'JSXMemberExpression' ? name.property.name : (name.name?.name ?? name.name);

/** The pieces of a message: words, holes, tags. */
export function piecesOf(text) {
  const pieces = [];
  let at = 0;
  for (const found of text.matchAll(/\{(\w+)\}|<(\/?)(\d+)(\/?)>/g)) {
    if (found.index > at) pieces.push({ text: text.slice(at, found.index) });
    at = found.index + found[0].length;
    if (found[1] !== undefined) pieces.push({ hole: found[1] });
    else pieces.push({ tag: Number(found[3]), closes: found[2] === '/', whole: found[4] === '/' });
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

export function jsxOf(pieces, holes, tags, code) {
  return pieces
    .map((piece) => {
      if (piece.text !== undefined) return `{${JSON.stringify(piece.text)}}`;
      if (piece.hole !== undefined) {
        const hole = holes.get(piece.hole);
        return hole ? code(hole.start, hole.end) : `{${JSON.stringify(`{${piece.hole}}`)}}`;
      }
      const element = tags[piece.tag - 1];
      if (piece.whole) return code(element.start, element.end);
      const part = piece.closes ? element.closingElement : element.openingElement;
      return code(part.start, part.end);
    })
    .join('');
}
