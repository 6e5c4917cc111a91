import { dirname, relative, resolve } from 'node:path';

/*
 * A browser that translates a page replaces its text nodes. React then cannot remove such a node, insert an element before it, or
 * change its text, and fails with a NotFoundError or keeps showing the old text. An element whose only child is text is safe.
 */

/** The children of an element as they are rendered: with those of fragments and of `{…}`, without white space between lines. */
function childrenOf(element) {
  return element.children.flatMap((child) => {
    if (child.type === 'JSXFragment') return childrenOf(child);
    if (child.type === 'JSXText') return /^\s*\n\s*$|^$/.test(child.value) ? [] : [child];
    if (child.type === 'JSXExpressionContainer') {
      if (child.expression.type === 'JSXEmptyExpression') return [];
      if (child.expression.type === 'JSXFragment') return childrenOf(child.expression);
      return [child.expression];
    }
    return [child];
  });
}

/** The values that an expression can have. `null`: nothing is rendered. */
function valuesOf(node) {
  switch (node.type) {
    case 'ConditionalExpression':
      return [...valuesOf(node.consequent), ...valuesOf(node.alternate)];
    case 'LogicalExpression':
      if (node.operator === '&&') return [null, ...valuesOf(node.right)];
      return [...valuesOf(node.left), ...valuesOf(node.right)];
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return valuesOf(node.expression);
    case 'JSXFragment': {
      const children = childrenOf(node);
      return children.length === 0 ? [null] : children.flatMap(valuesOf);
    }
    case 'Literal':
      return node.value === null || typeof node.value === 'boolean' ? [null] : [node];
    case 'Identifier':
      return node.name === 'undefined' ? [null] : [node];
    case 'CallExpression':
      return node.callee.type === 'MemberExpression' && /^(?:map|from)$/.test(node.callee.property.name)
        ? [null, { type: 'JSXElement' }]
        : [node];
    default:
      return [node];
  }
}

/** Names of elements, or of functions that return one. `children` are those of a layout, which have separate elements. */
const ELEMENT_NAME =
  /(?:children|seats|day|icon|button|link|picture|action|field|section|notice|error|entry|option|booking|invoice|below|description)s?$/i;
/** Constants and the texts that nothing changes while the page is shown. */
const CONSTANT_NAME = /^(?:brand|messages|[A-Z][A-Z0-9_]*)$/;

/** Components that render something next to their children: the ripple, an icon. */
const BUTTON_NAME = /^(?:Button|ButtonBase|ToggleButton)$/;

const nameOf = (node) =>
  node.type === 'Identifier' || node.type === 'JSXIdentifier'
    ? node.name
    : node.type === 'MemberExpression'
      ? nameOf(node.computed ? node.object : node.property)
      : '';
const rootOf = (node) => (node.type === 'MemberExpression' ? rootOf(node.object) : nameOf(node));

const isElement = (value) =>
  value.type === 'JSXElement' ||
  ELEMENT_NAME.test(nameOf(value.type === 'CallExpression' ? value.callee : value));
const isConstant = (value) =>
  value.type === 'JSXText' || value.type === 'Literal' || CONSTANT_NAME.test(rootOf(value));
const isText = (value) => value !== null && !isElement(value);

/** True when something is rendered only sometimes, or has several kinds of values. */
const isChanging = (values) =>
  values.includes(null) ||
  new Set(values.map((value) => value?.type)).size > 1 ||
  values.filter((value) => value?.type === 'JSXElement').length > 1;

const textInOwnElement = {
  meta: {
    type: 'problem',
    messages: {
      beside:
        'Text stands in an element of its own when something next to it comes and goes: a translated page fails here otherwise.',
      changing:
        'Text that changes is the only child of its element, as one template: a translated page keeps the old text otherwise.',
      same: 'Elements of one name that take turns have keys of their own when one has text next to something else: React would remove only the text, and a translated page fails.',
      icon: 'The icon of a button with text does not come and go: use BusyButton, or give the text an element of its own.',
    },
  },
  create(context) {
    const check = (element) => {
      const children = childrenOf(element);
      const isButton = element.type === 'JSXElement' && BUTTON_NAME.test(nameOf(element.openingElement.name));
      if (children.length === 1 && element.type === 'JSXElement' && !isButton) return;
      const values = children.map(valuesOf);
      const comesAndGoes = values.some(isChanging) && children.length > 1;
      for (const [index, all] of values.entries()) {
        const texts = all.filter(isText);
        if (texts.length === 0 || (!comesAndGoes && texts.every(isConstant))) continue;
        context.report({ node: children[index], messageId: comesAndGoes ? 'beside' : 'changing' });
        return;
      }
    };
    const tagOf = (element) => context.sourceCode.getText(element.openingElement.name);
    const hasKey = ({ openingElement }) => openingElement.attributes.some(({ name }) => name?.name === 'key');
    const hasTextBeside = (element) => {
      const children = childrenOf(element);
      return children.length > 1 && children.flatMap(valuesOf).some(isText);
    };
    const isNested = ({ type }) => type === 'JSXElement' || type === 'JSXFragment';
    return {
      JSXElement: check,
      JSXFragment: (fragment) => {
        if (!isNested(fragment.parent)) check(fragment);
      },
      ConditionalExpression: (choice) => {
        const elements = valuesOf(choice).filter((value) => value?.openingElement && !hasKey(value));
        const isShared = (element) => elements.filter((other) => tagOf(other) === tagOf(element)).length > 1;
        const [first] = elements.filter((element) => isShared(element) && hasTextBeside(element));
        if (first) context.report({ node: first, messageId: 'same' });
      },
      JSXAttribute: (attribute) => {
        if (!/^(?:start|end)Icon$/.test(attribute.name.name)) return;
        const { value, parent } = attribute;
        if (value?.type !== 'JSXExpressionContainer' || !isChanging(valuesOf(value.expression))) return;
        const texts = childrenOf(parent.parent).flatMap(valuesOf).filter(isText);
        if (texts.length > 0) context.report({ node: attribute, messageId: 'icon' });
      },
    };
  },
};

/** True while a request runs. */
const BUSY = /(?<!!)\bis(?:Busy|Sending|Saving|Moving|Creating)\b/;

const busyButtonKeepsFocus = {
  meta: {
    type: 'problem',
    messages: {
      disabled:
        'A disabled button loses the focus, and its user the place: a busy button is a BusyButton or SubmitButton, another one gets aria-disabled.',
    },
  },
  create: (context) => ({
    JSXAttribute: (attribute) => {
      const element = attribute.parent.name.name ?? '';
      if (attribute.name.name !== 'disabled' || !element.endsWith('Button')) return;
      if (BUSY.test(context.sourceCode.getText(attribute)))
        context.report({ node: attribute, messageId: 'disabled' });
    },
  }),
};

/** The layer, the capability and the rest of the path of a file of a capability in the browser (docs/architecture.md). */
const CAPABILITY =
  /(?:^|\/)(machines|src)\/(rooms|checkout|bookings|points|invoices|account|content|desk)\/(.+)$/;

/** What the sections of the desk share. */
const DESK_SHARED = /^(?:ui|effects)$/;

/** A section of the desk is a capability of its own in src/. Undefined for the files of no capability. */
function capabilityOf(file) {
  const [, layer, name, rest] = CAPABILITY.exec(file) ?? [];
  if (name !== 'desk' || layer !== 'src') return name && { layer, name, rest };
  const [section, ...inSection] = rest.split('/');
  return inSection.length === 0 || DESK_SHARED.test(section)
    ? { layer, name, rest }
    : { layer, name: `desk/${section}`, rest: inSection.join('/') };
}

/** Calls `check` with each relative import of a file, and the path of the imported file from the project's folder. */
const relativeImports = (context, check) => {
  const visit = ({ source }) => {
    if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
    check(source, relative(context.cwd, resolve(dirname(context.filename), source.value)));
  };
  return {
    ImportDeclaration: visit,
    ImportExpression: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
  };
};

/** For the engine and the parts of every page, which all capabilities use. */
const noCapability = {
  meta: {
    type: 'problem',
    messages: {
      capability: 'What every capability uses imports none of them: it gets what it needs as an argument.',
    },
  },
  create: (context) =>
    relativeImports(context, (source, imported) => {
      if (CAPABILITY.test(imported)) context.report({ node: source, messageId: 'capability' });
    }),
};

const isSection = ({ name }) => name.startsWith('desk/');

const capabilityEntry = {
  meta: {
    type: 'problem',
    messages: {
      exports: 'Another capability is used through its exports.ts: add what it offers there.',
      section:
        'What the sections of the desk share imports none of them: it gets what it needs as an argument.',
    },
  },
  create: (context) => {
    const file = relative(context.cwd, context.filename);
    const [layer] = file.split('/');
    const importer = capabilityOf(file) ?? { layer, name: '', rest: file };
    return relativeImports(context, (source, imported) => {
      const used = capabilityOf(imported);
      if (!used || used.layer !== importer.layer || used.name === importer.name) return;
      if (importer.name === 'desk' && isSection(used)) {
        if (DESK_SHARED.test(importer.rest.split('/')[0]))
          context.report({ node: source, messageId: 'section' });
        return;
      }
      if (isSection(importer) && used.name === 'desk') return;
      if (used.rest !== 'exports.ts') context.report({ node: source, messageId: 'exports' });
    });
  },
};

const WIRE_NAME = /^(?:[a-z]+(?:_[a-z0-9]+)+|bdate|stime|etime|ctime)$/;

/** The names of the API end in the effects, which convert them. */
const noWireNames = {
  meta: {
    type: 'problem',
    messages: {
      wire: 'Names of the API end in the effects: machines and views read camelCase.',
    },
  },
  create: (context) => {
    const check = (node, name) => {
      if (typeof name === 'string' && WIRE_NAME.test(name)) context.report({ node, messageId: 'wire' });
    };
    return {
      Identifier: (node) => check(node, node.name),
      Literal: (node) => check(node, node.value),
    };
  },
};

export default {
  meta: { name: 'litrooms' },
  rules: {
    'text-in-own-element': textInOwnElement,
    'busy-button-keeps-focus': busyButtonKeepsFocus,
    'no-capability': noCapability,
    'capability-entry': capabilityEntry,
    'no-wire-names': noWireNames,
  },
};
