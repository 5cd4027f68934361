// Over 300 lines, one method for each kind of node. Reads the texts of a source file, and writes the file again with other texts in their place. Nothing of it runs in the app: what a build for another
// language holds are the sentences of that language, in the places of the English ones.
import { parseSync } from 'vite';
import { drawn, drawnChildren, holeName, jsxOf, piecesOf, tagName, unescaped } from './nodes.mjs';
import { FAULTS, isRead, NAMING, NOT_READ, named } from './texts.mjs';

const CODE = { kind: 'code', name: '' };
const NEVER = { kind: 'never', name: '' };
const INNER = { kind: 'inner', name: '' };

class Reader {
  constructor(source, path, also) {
    this.source = source;
    this.path = path;
    this.also = also;
    /** { start, end, message, write(texts, code) }; one may lie in another. */
    this.edits = [];
  }

  /** `write`: takes the translation (of a plural: one for each form) and a function that answers the code between two places. */
  found(node, id, place, write, more = {}) {
    this.edits.push({
      start: node.start,
      end: node.end,
      message: { id, kind: place.name || place.kind, path: this.path, ...more },
      write,
    });
  }

  isRead(text, place) {
    return isRead(text, place) || this.also(text, this.path);
  }

  /** The holes of a message: each expression gets a name of its own. */
  holes() {
    const taken = new Map();
    return {
      add: (node, value) => {
        const base = holeName(node);
        let name = base;
        for (let more = 2; taken.has(name); more += 1) name = `${base}${more}`;
        taken.set(name, value);
        return `{${name}}`;
      },
      taken,
    };
  }

  visitAll(nodes, place) {
    for (const node of nodes) if (node) this.visit(node, place);
  }

  visit(node, place) {
    const own = this[node.type];
    if (own) own.call(this, node, place);
    else if (node.type.startsWith('TS')) {
      // A type; or a value with one, which is looked at.
      if (node.expression) this.visit(node.expression, place);
    } else this.children(node);
  }

  children(node) {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'type' || key === 'parent') continue;
      if (Array.isArray(value))
        this.visitAll(
          value.filter((one) => one?.type),
          CODE,
        );
      else if (value?.type) this.visit(value, CODE);
    }
  }

  ImportDeclaration() {}
  ExportAllDeclaration() {}
  ImportExpression() {}
  ExportNamedDeclaration(node) {
    if (node.declaration) this.visit(node.declaration, CODE);
  }
  TaggedTemplateExpression(node) {
    this.visitAll(node.quasi.expressions, CODE);
  }
  ExpressionStatement(node) {
    if (!node.directive) this.visit(node.expression, CODE);
  }

  Literal(node, place) {
    if (typeof node.value !== 'string' || !this.isRead(node.value, place)) return;
    this.found(node, node.value, place, ([text]) => (place.inJsx ? `{${JSON.stringify(text)}}` : JSON.stringify(text)));
  }

  TemplateLiteral(node, place) {
    const holes = this.holes();
    let id = '';
    node.quasis.forEach((quasi, at) => {
      id += quasi.value.cooked ?? quasi.value.raw;
      if (at < node.expressions.length) id += holes.add(node.expressions[at], node.expressions[at]);
    });
    const read = this.isRead(id, place);
    const inner = read ? INNER : place.kind === 'never' ? NEVER : place.kind === 'code' ? CODE : place;
    this.visitAll(node.expressions, { ...inner, inJsx: false });
    if (!read) return;
    this.found(node, id, place, ([text], code) => {
      const parts = piecesOf(text).map((piece) => {
        if (piece.text !== undefined) return piece.text.replace(/[\\`]|\$\{/g, '\\$&');
        const hole = holes.taken.get(piece.hole);
        return `\${${code(hole.start, hole.end)}}`;
      });
      const whole = `\`${parts.join('')}\``;
      return place.inJsx ? `{${whole}}` : whole;
    });
  }

  ConditionalExpression(node, place) {
    this.visit(node.test, CODE);
    this.visitAll([node.consequent, node.alternate], place);
  }
  LogicalExpression(node, place) {
    this.visit(node.left, node.operator === '&&' ? CODE : place);
    this.visit(node.right, place);
  }
  BinaryExpression(node, place) {
    const at = node.operator === '+' ? place : NEVER;
    for (const side of [node.left, node.right])
      this.visit(side, side.type === 'Literal' || node.operator === '+' ? at : CODE);
  }
  SwitchCase(node) {
    this.visitAll(node.consequent, CODE);
  }
  MemberExpression(node) {
    this.visit(node.object, CODE);
    if (node.computed) this.visit(node.property, NEVER);
  }
  ParenthesizedExpression(node, place) {
    this.visit(node.expression, place);
  }
  ArrayExpression(node, place) {
    this.visitAll(node.elements, place);
  }
  SpreadElement(node, place) {
    this.visit(node.argument, place);
  }
  ArrowFunctionExpression(node, place) {
    this.visitAll(node.params, CODE);
    // A function in the place of a text returns the text.
    const isText = place.kind === 'prop' || place.kind === 'attr' || place.kind === 'never';
    this.visit(node.body, node.body.type !== 'BlockStatement' && isText ? { ...place, inJsx: false } : CODE);
  }
  Property(node) {
    if (node.computed) this.visit(node.key, CODE);
    this.visit(node.value, named('prop', node.key.name ?? String(node.key.value ?? '')));
  }
  AssignmentExpression(node) {
    const { left } = node;
    if (left.type === 'MemberExpression') this.visit(left, CODE);
    this.visit(node.right, left.type === 'MemberExpression' ? named('prop', left.property.name ?? '') : CODE);
  }
  NewExpression(node) {
    const name = node.callee.name ?? node.callee.property?.name;
    const faults = FAULTS.has(name) || NAMING.has(name);
    this.visitAll(node.arguments, faults ? NEVER : CODE);
  }
  CallExpression(node) {
    const name = node.callee.name ?? node.callee.property?.name;
    if (name === 'plural' && this.Plural(node)) return;
    if (node.callee.type !== 'Identifier') this.visit(node.callee, CODE);
    const names = NAMING.has(name) && node.callee.object?.name !== 'Object';
    const isConsole = node.callee.object?.name === 'console';
    // Beside a file that is loaded stands the name of what is wanted from it.
    const loads = node.arguments.some(
      (arg) => arg.type === 'ArrowFunctionExpression' && arg.body.type === 'ImportExpression',
    );
    for (const arg of node.arguments) {
      const isText = arg.type === 'Literal' || arg.type === 'TemplateLiteral';
      this.visit(arg, isConsole || (isText && (names || loads)) ? NEVER : CODE);
    }
  }
  /** `plural(n, 'one', 'many')`: one entry of the catalogue, with as many forms as the language has. */
  Plural(node) {
    const [count, one, many] = node.arguments;
    const text = (arg) => (arg?.type === 'Literal' && typeof arg.value === 'string' ? arg.value : null);
    if (text(one) === null || text(many) === null) return false;
    this.visit(count, CODE);
    const after = { start: one.start, end: many.end };
    this.found(after, one.value, { kind: 'plural' }, (forms) => forms.map((form) => JSON.stringify(form)).join(', '), {
      many: many.value,
    });
    return true;
  }

  JSXElement(node) {
    const tag = tagName(node.openingElement.name);
    for (const attribute of node.openingElement.attributes) {
      if (attribute.type === 'JSXSpreadAttribute') this.visit(attribute.argument, CODE);
      else this.attribute(attribute, tag);
    }
    if (!NOT_READ.has(tag)) this.jsxChildren(node.children, tag);
  }
  JSXFragment(node) {
    this.jsxChildren(node.children, '');
  }
  attribute({ name, value }, tag) {
    if (!value) return;
    const label = name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name;
    // The name of a part of ours is a text where it looks like one; that of an input is a key.
    const place = label === 'name' && /^[A-Z]/.test(tag) ? { kind: 'attr', name: '' } : named('attr', label);
    if (value.type === 'JSXExpressionContainer') this.visit(value.expression, place);
    else if (value.type === 'Literal') {
      // The value as the compiler reads it.
      const text = unescaped(value.value);
      if (this.isRead(text, place)) this.found(value, text, place, ([translated]) => `{${JSON.stringify(translated)}}`);
    } else this.visit(value, CODE);
  }
  JSXExpressionContainer(node, place) {
    if (node.expression.type !== 'JSXEmptyExpression') this.visit(node.expression, place);
  }
  JSXEmptyExpression() {}

  /** Children with a text and something beside it are one message: the order of the words is the language's. */
  jsxChildren(children, tag) {
    const place = { kind: 'child', name: tag === 'Button' ? 'button' : '' };
    const shown = drawnChildren({ children });
    const says = shown.some(
      (one) => one.type === 'JSXText' && /\p{L}/u.test(unescaped(one.value).replace(/&\w+;/g, '')),
    );
    if (!says) {
      for (const child of shown) if (child.type !== 'JSXText') this.visit(child, place);
      return;
    }
    // Icons at the ends are no part of the sentence.
    const isBare = (one) =>
      one?.type === 'JSXElement' && one.children.length === 0 && /Icon$|Mark$/.test(tagName(one.openingElement.name));
    while (isBare(shown[0])) this.visit(shown.shift(), place);
    while (isBare(shown.at(-1))) this.visit(shown.pop(), place);
    const holes = this.holes();
    const tags = [];
    const id = this.compound(shown, holes, tags, place);
    const span = { start: shown[0].start, end: shown.at(-1).end };
    this.found(span, id.trim(), place, ([text], code) => {
      // Blanks at the ends are rendered and are no part of the message.
      const [, before = '', after = ''] = /^(\s*)[\s\S]*?(\s*)$/.exec(id) ?? [];
      const blank = (at) => (at === '' ? '' : `{${JSON.stringify(at)}}`);
      return `${blank(before)}${jsxOf(piecesOf(text), holes.taken, tags, code)}${blank(after)}`;
    });
  }
  /** Whether an element has words of its own, and not only those of elements in it. */
  saysText = (element) => drawnChildren(element).some((one) => one.type === 'JSXText' && /\p{L}/u.test(one.value));

  compound(children, holes, tags, place) {
    return children
      .map((child) => {
        if (child.type === 'JSXText') return unescaped(drawn(child.value));
        if (child.type === 'JSXExpressionContainer') {
          const { expression } = child;
          if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value;
          this.visit(child, { ...place, kind: 'inner' });
          return holes.add(expression, child);
        }
        const number = tags.length + 1;
        tags.push(child);
        const inner = drawnChildren(child);
        const says = this.saysText(child);
        if (!says || child.type !== 'JSXElement' || NOT_READ.has(tagName(child.openingElement.name))) {
          this.visit(child, place);
          child.whole = true;
          return `<${number}/>`;
        }
        for (const attribute of child.openingElement.attributes)
          if (attribute.type === 'JSXSpreadAttribute') this.visit(attribute.argument, CODE);
          else this.attribute(attribute, tagName(child.openingElement.name));
        return `<${number}>${this.compound(inner, holes, tags, place)}</${number}>`;
      })
      .join('');
  }

  /** The code between two positions, with the result of `translate` for each message in it. */
  code(start, end, translate) {
    let out = '';
    let at = start;
    for (const edit of this.edits) {
      if (edit.start < at || edit.end > end) continue;
      const texts = translate(edit.message);
      if (texts === null) continue;
      out += this.source.slice(at, edit.start);
      out += edit.write(texts, (from, to) => this.code(from, to, translate));
      at = edit.end;
    }
    return out + this.source.slice(at, end);
  }
}

function read(source, path, also) {
  const { program, errors } = parseSync(path, source, {
    lang: path.endsWith('x') ? 'tsx' : path.endsWith('.js') ? 'js' : 'ts',
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const reader = new Reader(source, path, also);
  reader.visit(program, CODE);
  reader.edits.sort((a, b) => a.start - b.start || b.end - a.end);
  return reader;
}

const NO_OTHERS = () => false;

/**
 * The messages of a source: `{ id, many?, kind, path }`, in order. `many`: the second form of a plural. `also`: takes a text and the path, and returns whether
 * it is a message although it does not look like one.
 */
export const messagesOf = (source, path, also = NO_OTHERS) =>
  read(source, path, also).edits.map(({ message }) => message);

/** The source with the texts of `translate`, which takes a message and answers its forms, or null for a message that stays as it is. */
export function translated(source, path, translate, also = NO_OTHERS) {
  return read(source, path, also).code(0, source.length, translate);
}

/** The holes and tags of a message, sorted: a translation must have the same. */
export const marksOf = (text) => [...text.matchAll(/\{\w+\}|<\/?\d+\/?>/g)].map(([mark]) => mark).sort();
