/**
 * The members of the Chrome DevTools Protocol that the runtime uses, and nothing else. The names
 * marked experimental there are checked at start (see `self-check.ts`).
 */

/** Facts of a target, as far as they are used. */
export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
  readonly openerId?: string;
}

/** Position and size of a native window in device-independent pixels. */
export interface WindowBounds {
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
  readonly windowState?: 'normal' | 'minimized' | 'maximized' | 'fullscreen';
}

/** A value of the page as the protocol hands it over. */
export interface RemoteObject {
  readonly type: string;
  readonly subtype?: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
  readonly description?: string;
  readonly objectId?: string;
}

/** Failure of a script. */
export interface ExceptionDetails {
  readonly text: string;
  readonly url?: string;
  readonly lineNumber: number;
  readonly exception?: RemoteObject;
}

/** One header of a request or response. */
export interface HeaderEntry {
  readonly name: string;
  readonly value: string;
}

/** A request that waits for an answer of ours. */
export interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly networkId?: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly HeaderEntry[];
  readonly responseErrorReason?: string;
  readonly redirectedRequestId?: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly hasPostData?: boolean;
    readonly postDataEntries?: ReadonlyArray<{ readonly bytes?: string }>;
  };
}

/** A frame of a page. */
export interface FrameInfo {
  readonly id: string;
  readonly parentId?: string;
  readonly loaderId: string;
  readonly url: string;
  readonly unreachableUrl?: string;
}

/** A script context of a page. */
export interface ContextInfo {
  readonly id: number;
  readonly uniqueId: string;
  readonly origin: string;
  readonly name: string;
  readonly auxData?: { readonly frameId?: string; readonly type?: string };
}

/** A monitor, in device-independent pixels. */
export interface ScreenInfo {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly availLeft: number;
  readonly availTop: number;
  readonly availWidth: number;
  readonly availHeight: number;
  readonly devicePixelRatio: number;
  readonly orientation: { readonly angle: number };
  readonly isInternal: boolean;
  readonly isPrimary: boolean;
  readonly label: string;
  readonly id: string;
}

interface EvaluateResult {
  readonly result: RemoteObject;
  readonly exceptionDetails?: ExceptionDetails;
}

type Nothing = Record<string, never>;

/** Parameters and result of each command. */
export interface Commands {
  'Browser.getVersion': {
    params: Nothing;
    result: { product: string; userAgent: string; protocolVersion: string };
  };
  'Browser.close': { params: Nothing; result: Nothing };
  'Browser.getWindowForTarget': {
    params: { targetId: string };
    result: { windowId: number; bounds: WindowBounds };
  };
  'Browser.getWindowBounds': { params: { windowId: number }; result: { bounds: WindowBounds } };
  'Browser.setWindowBounds': {
    params: { windowId: number; bounds: WindowBounds };
    result: Nothing;
  };
  'Browser.setPermission': {
    params: {
      permission: { name: string; sysex?: boolean; allowWithoutSanitization?: boolean };
      setting: 'granted' | 'denied' | 'prompt';
      origin?: string;
    };
    result: Nothing;
  };
  'DOM.getFileInfo': { params: { objectId: string }; result: { path: string } };
  'DOM.setFileInputFiles': { params: { objectId: string; files: string[] }; result: Nothing };
  'Emulation.getScreenInfos': { params: Nothing; result: { screenInfos: ScreenInfo[] } };
  'Emulation.setDefaultBackgroundColorOverride': {
    params: { color?: { r: number; g: number; b: number; a: number } };
    result: Nothing;
  };
  'Emulation.setEmulatedMedia': {
    params: { features: Array<{ name: string; value: string }> };
    result: Nothing;
  };
  'Fetch.enable': {
    params: {
      patterns: Array<{
        urlPattern: string;
        resourceType?: string;
        requestStage?: 'Request' | 'Response';
      }>;
    };
    result: Nothing;
  };
  'Fetch.continueRequest': {
    params: { requestId: string; url?: string; headers?: readonly HeaderEntry[] };
    result: Nothing;
  };
  'Fetch.continueResponse': {
    params: {
      requestId: string;
      responseCode?: number;
      responseHeaders?: readonly HeaderEntry[];
    };
    result: Nothing;
  };
  'Fetch.failRequest': { params: { requestId: string; errorReason: string }; result: Nothing };
  'Fetch.fulfillRequest': {
    params: {
      requestId: string;
      responseCode: number;
      responseHeaders: readonly HeaderEntry[];
      body?: string;
    };
    result: Nothing;
  };
  'Inspector.enable': { params: Nothing; result: Nothing };
  'Page.addScriptToEvaluateOnNewDocument': {
    params: { source: string; worldName?: string; runImmediately?: boolean };
    result: { identifier: string };
  };
  'Page.captureScreenshot': {
    params: {
      format: 'png' | 'jpeg';
      clip?: { x: number; y: number; width: number; height: number; scale: number };
      fromSurface?: boolean;
    };
    result: { data: string };
  };
  'Page.crash': { params: Nothing; result: Nothing };
  'Page.enable': { params: Nothing; result: Nothing };
  'Page.getFrameTree': { params: Nothing; result: { frameTree: { frame: FrameInfo } } };
  'Page.getNavigationHistory': {
    params: Nothing;
    result: { currentIndex: number; entries: Array<{ id: number; url: string; title: string }> };
  };
  'Page.handleJavaScriptDialog': { params: { accept: boolean }; result: Nothing };
  'Page.navigate': {
    params: { url: string };
    result: { frameId: string; loaderId?: string; errorText?: string };
  };
  'Page.printToPDF': {
    params: { printBackground?: boolean; landscape?: boolean };
    result: { data: string };
  };
  'Page.reload': { params: { ignoreCache?: boolean }; result: Nothing };
  'Page.stopLoading': { params: Nothing; result: Nothing };
  'Runtime.addBinding': {
    params: { name: string; executionContextName?: string };
    result: Nothing;
  };
  'Runtime.callFunctionOn': {
    params: {
      functionDeclaration: string;
      arguments?: Array<{ value?: unknown; objectId?: string }>;
      executionContextId?: number;
      objectId?: string;
      returnByValue?: boolean;
      awaitPromise?: boolean;
      silent?: boolean;
      userGesture?: boolean;
    };
    result: EvaluateResult;
  };
  'Runtime.enable': { params: Nothing; result: Nothing };
  'Runtime.evaluate': {
    params: {
      expression: string;
      contextId?: number;
      awaitPromise?: boolean;
      returnByValue?: boolean;
      userGesture?: boolean;
      silent?: boolean;
    };
    result: EvaluateResult;
  };
  'Runtime.getProperties': {
    params: { objectId: string; ownProperties?: boolean };
    result: { result: Array<{ name: string; value?: RemoteObject }> };
  };
  'Runtime.releaseObject': { params: { objectId: string }; result: Nothing };
  'Runtime.runIfWaitingForDebugger': { params: Nothing; result: Nothing };
  'Target.activateTarget': { params: { targetId: string }; result: Nothing };
  'Target.closeTarget': { params: { targetId: string }; result: { success: boolean } };
  'Target.setAutoAttach': {
    params: {
      autoAttach: boolean;
      waitForDebuggerOnStart: boolean;
      flatten: boolean;
      filter: Array<{ type?: string; exclude?: boolean }>;
    };
    result: Nothing;
  };
  'Target.setDiscoverTargets': {
    params: { discover: boolean; filter: Array<{ type?: string; exclude?: boolean }> };
    result: Nothing;
  };
}

/** Parameters of each event. */
export interface Events {
  'Fetch.requestPaused': PausedRequest;
  'Inspector.targetCrashed': Nothing;
  'Page.domContentEventFired': Nothing;
  'Page.frameNavigated': { readonly frame: FrameInfo };
  'Page.frameRequestedNavigation': {
    readonly frameId: string;
    readonly reason: string;
    readonly url: string;
  };
  'Page.frameAttached': { readonly frameId: string; readonly parentFrameId: string };
  'Page.frameDetached': { readonly frameId: string; readonly reason?: string };
  'Page.frameStartedNavigating': {
    readonly frameId: string;
    readonly url: string;
    readonly navigationType: string;
  };
  'Page.frameStartedLoading': { readonly frameId: string };
  'Page.frameStoppedLoading': { readonly frameId: string };
  'Page.javascriptDialogOpening': {
    readonly url: string;
    readonly message: string;
    readonly type: string;
  };
  'Page.javascriptDialogClosed': { readonly result: boolean };
  'Page.loadEventFired': Nothing;
  'Page.navigatedWithinDocument': { readonly frameId: string; readonly url: string };
  'Page.windowOpen': {
    readonly url: string;
    readonly windowName: string;
    readonly windowFeatures: readonly string[];
    readonly userGesture: boolean;
  };
  'Runtime.bindingCalled': {
    readonly name: string;
    readonly payload: string;
    readonly executionContextId: number;
  };
  'Runtime.consoleAPICalled': {
    readonly type: string;
    readonly args: readonly RemoteObject[];
    readonly executionContextId: number;
    readonly stackTrace?: {
      readonly callFrames: ReadonlyArray<{ readonly url: string; readonly lineNumber: number }>;
    };
  };
  'Runtime.exceptionThrown': { readonly exceptionDetails: ExceptionDetails };
  'Runtime.executionContextCreated': { readonly context: ContextInfo };
  'Runtime.executionContextDestroyed': { readonly executionContextId: number };
  'Runtime.executionContextsCleared': Nothing;
  'Target.attachedToTarget': {
    readonly sessionId: string;
    readonly targetInfo: TargetInfo;
    readonly waitingForDebugger: boolean;
  };
  'Target.detachedFromTarget': { readonly sessionId: string };
  'Target.targetDestroyed': { readonly targetId: string };
}

/** Name of a command. */
export type CommandName = keyof Commands;
/** Name of an event. */
export type EventName = keyof Events;
